"""The page on which a language is chosen: for this device, and for the person's account."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from scoring.accounts.access import actor_of
from scoring.accounts.languages import is_offered
from scoring.accounts.services.people import language_choose

# A device keeps its choice as long as browsers keep a cookie.
LIFE_SECONDS = 400 * 24 * 60 * 60


@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    """Show the languages, each under its own name; keep the one that is tapped."""
    there = _page_before(request)
    chosen = request.POST.get("language", "")
    if request.method != "POST" or not is_offered(chosen):
        return render(request, "scoring/language.html", {"there": there})
    if user := actor_of(request).user:
        language_choose(user=user, language=chosen)
    response = redirect(there)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, chosen, max_age=LIFE_SECONDS, httponly=True, samesite="Lax"
    )
    return response


def _page_before(request: HttpRequest) -> str:
    """The path of this site that the asker comes from, and goes back to."""
    there = request.POST.get("next") or request.GET.get("next") or ""
    hosts = {request.get_host()}
    is_ours = url_has_allowed_host_and_scheme(there, hosts, require_https=request.is_secure())
    return there if is_ours else reverse("scoring:home")
