; The installer: for one person, without an administrator, over an older version or new.
; Variables: VERSION, BUNDLE (a folder) and OUT (the file to make).
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
Name "Roundhouse"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Roundhouse"
ShowInstDetails nevershow
AutoCloseWindow true
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Roundhouse"
!include LogicLib.nsh
!include FileFunc.nsh

Page instfiles
UninstPage instfiles

Section
  ; An older version that runs keeps its files open: ask it to stop.
  IfFileExists "$INSTDIR\python\python.exe" 0 fresh
  again:
  ClearErrors
  Rename "$INSTDIR\python\python.exe" "$INSTDIR\python\python.old.exe"
  ${If} ${Errors}
    MessageBox MB_RETRYCANCEL "Roundhouse is running. Close its window, then choose Retry." /SD IDCANCEL IDRETRY again
    SetErrorLevel 5
    Quit
  ${EndIf}
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\packages"
  RMDir /r "$INSTDIR\app"
  fresh:
  SetOutPath "$INSTDIR"
  File /r "${BUNDLE}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  SetOutPath "$INSTDIR\app"
  CreateShortCut "$SMPROGRAMS\Roundhouse.lnk" "$INSTDIR\python\python.exe" "-m league.site.launching window" "$INSTDIR\roundhouse.ico"
  WriteRegStr HKCU "${KEY}" "DisplayName" "Roundhouse"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  ; The one question; an installation without windows leaves it as it is.
  MessageBox MB_YESNO "Shall Roundhouse start by itself whenever you start Windows?" /SD IDNO IDNO by_hand
  CreateShortCut "$SMSTARTUP\Roundhouse.lnk" "$INSTDIR\python\python.exe" "-m league.site.launching window"
  Goto done
  by_hand:
  Delete "$SMSTARTUP\Roundhouse.lnk"
  done:
  IfSilent +2
  Exec '"$INSTDIR\python\python.exe" -m league.site.launching window'
SectionEnd

Section "Uninstall"
  Delete "$SMPROGRAMS\Roundhouse.lnk"
  Delete "$SMSTARTUP\Roundhouse.lnk"
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\packages"
  RMDir /r "$INSTDIR\app"
  Delete "$INSTDIR\files.json"
  Delete "$INSTDIR\roundhouse.ico"
  Delete "$INSTDIR\roundhouse.cmd"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${KEY}"
  MessageBox MB_YESNO|MB_DEFBUTTON2 "Keep your games and people? Choose No only if nobody needs them any more: then they are gone for good." /SD IDYES IDYES keep
  RMDir /r "$LOCALAPPDATA\Roundhouse"
  keep:
SectionEnd
