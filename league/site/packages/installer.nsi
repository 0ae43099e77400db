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

; Windows chooses among these by the language of whoever installs; the first is for all others.
LoadLanguageFile "${NSISDIR}\Contrib\Language files\English.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\German.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\Spanish.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\French.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\Dutch.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\Norwegian.nlf"
LangString RUNNING ${LANG_ENGLISH} "Roundhouse is running. Close its window, then choose Retry."
LangString RUNNING ${LANG_GERMAN} "Roundhouse läuft noch. Schließen Sie sein Fenster, und wählen Sie dann Wiederholen."
LangString RUNNING ${LANG_SPANISH} "Roundhouse está en marcha. Cierre su ventana y después elija Reintentar."
LangString RUNNING ${LANG_FRENCH} "Roundhouse est en marche. Fermez sa fenêtre, puis choisissez Réessayer."
LangString RUNNING ${LANG_DUTCH} "Roundhouse draait nog. Sluit het venster, en kies dan Opnieuw."
LangString RUNNING ${LANG_NORWEGIAN} "Roundhouse er i gang. Lukk vinduet, og velg så Prøv på nytt."
LangString BY_ITSELF ${LANG_ENGLISH} "Shall Roundhouse start by itself whenever you start Windows?"
LangString BY_ITSELF ${LANG_GERMAN} "Soll Roundhouse von selbst starten, wenn Sie Windows starten?"
LangString BY_ITSELF ${LANG_SPANISH} "¿Quiere que Roundhouse se abra solo cada vez que arranque Windows?"
LangString BY_ITSELF ${LANG_FRENCH} "Roundhouse doit-il démarrer tout seul chaque fois que vous démarrez Windows ?"
LangString BY_ITSELF ${LANG_DUTCH} "Moet Roundhouse vanzelf starten als u Windows start?"
LangString BY_ITSELF ${LANG_NORWEGIAN} "Skal Roundhouse starte av seg selv hver gang du starter Windows?"
LangString KEEP ${LANG_ENGLISH} "Keep your games and people? Choose No only if nobody needs them any more: then they are gone for good."
LangString KEEP ${LANG_GERMAN} "Ihre Spiele und Personen behalten? Wählen Sie nur dann Nein, wenn sie niemand mehr braucht: Dann sind sie für immer weg."
LangString KEEP ${LANG_SPANISH} "¿Conservar sus partidas y personas? Elija No solo si nadie las necesita ya: se borran para siempre."
LangString KEEP ${LANG_FRENCH} "Garder vos parties et vos personnes ? Choisissez Non seulement si plus personne n’en a besoin : elles sont alors perdues pour de bon."
LangString KEEP ${LANG_DUTCH} "Uw spellen en mensen bewaren? Kies alleen Nee als niemand ze meer nodig heeft: dan zijn ze voorgoed weg."
LangString KEEP ${LANG_NORWEGIAN} "Beholde spillene og personene dine? Velg Nei bare hvis ingen trenger dem mer: da er de borte for godt."

Section
  ; An older version that runs keeps its files open: ask it to stop.
  IfFileExists "$INSTDIR\python\python.exe" 0 fresh
  again:
  ClearErrors
  Rename "$INSTDIR\python\python.exe" "$INSTDIR\python\python.old.exe"
  ${If} ${Errors}
    MessageBox MB_RETRYCANCEL "$(RUNNING)" /SD IDCANCEL IDRETRY again
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
  MessageBox MB_YESNO "$(BY_ITSELF)" /SD IDNO IDNO by_hand
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
  MessageBox MB_YESNO|MB_DEFBUTTON2 "$(KEEP)" /SD IDYES IDYES keep
  RMDir /r "$LOCALAPPDATA\Roundhouse"
  keep:
SectionEnd
