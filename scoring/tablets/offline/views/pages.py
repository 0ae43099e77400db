"""What a tablet needs to go on without a network: its service worker, and the pages it keeps."""

import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from scoring.accounts.access import actor_of
from scoring.sheets.access import game_to_score
from scoring.sheets.forms import RoundForm
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.views.rounds import round_context
from scoring.tablets.offline.bundle import tablet_files
from scoring.tablets.offline.shell import shell_files, shell_version
from scoring.tablets.sync.selectors import hello as hello_to
from scoring.tablets.sync.selectors import tablet_game as game_for_tablet
from scoring.web.devices import device_keep, device_of

WORKER = "scoring/service-worker.js"
ICONS = (192, 512)


@never_cache
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that answers for the server while there is no network.

    It stands at the top, so that it may answer for every page; its first lines name this version
    of the site, and so make it another script for each.
    """
    path = str(finders.find(WORKER))
    site = {
        "version": shell_version(),
        "files": shell_files(),
        "engine": tablet_files(request.LANGUAGE_CODE).files,
        "static": settings.STATIC_URL,
        "offline": reverse("scoring:offline"),
    }
    script = f"const SITE = {json.dumps(site, indent=1)};\n{Path(path).read_text('utf-8')}"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@cache_control(public=True, max_age=60 * 60)
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a tablet shows of the site on its home screen, where a browser lets nothing be evicted.

    https://www.w3.org/TR/appmanifest/
    """
    icons = [
        {"src": static(f"scoring/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in ICONS
    ]
    content = {
        "name": "Roundhouse",
        "short_name": "Roundhouse",
        "id": "/",
        "start_url": reverse("scoring:home"),
        "display": "standalone",
        "background_color": "#fbf9f4",
        "theme_color": "#16181b",
        "icons": [icon | {"purpose": kind} for icon in icons for kind in ("any", "maskable")],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown without a network for a page that the tablet does not keep."""
    return render(request, "scoring/offline.html")


@never_cache
@require_safe
def hello(request: HttpRequest) -> HttpResponse:
    """Who the asker is to the server, with a fresh token for what is to be handed over."""
    return JsonResponse(hello_to(actor_of(request)) | {"csrf": get_token(request)})


@never_cache
@require_safe
def tablet_game(request: HttpRequest, code: str) -> HttpResponse:
    """What a tablet keeps of this game."""
    game = game_to_score(request, code)
    content = game_for_tablet(sheet_of(game), actor_of(request), device_of(request))
    return device_keep(request, JsonResponse(content))


@never_cache
@require_safe
def tablet_round(request: HttpRequest, code: str) -> HttpResponse:
    """The page of any round, for when the server cannot be asked for that round's own.

    A script fills in the number, the starting double and the players, from what the tablet knows.
    """
    game = game_to_score(request, code)
    sheet = sheet_of(game)
    form = RoundForm(sheet=sheet, seats=sheet.seats)
    context = round_context(request, sheet, sheet.next_round, form) | {
        "blank": True,
        "draft": "",
        "key": "",
    }
    return render(request, "scoring/round_record.html", context)
