"""What a page that came back says is wrong goes once it is mended, and not before."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

HEAD = '<script type="module" src="/static/scoring/forms/regulars.js"></script>'
TWICE = """
<form id="start-form" data-draft="start" data-bound="1">
  <div data-until-mended><p>Not done.</p>
    <ul><li><a href="#id_name-1">Seat 2</a> Ann is typed twice.</li></ul></div>
  {% for name in names %}<div class="field">
    <label for="id_name-{{ forloop.counter0 }}">Seat {{ forloop.counter }}</label>
    <input id="id_name-{{ forloop.counter0 }}" name="name-{{ forloop.counter0 }}"
      value="{{ name }}">
    {% if forloop.counter == 2 %}<ul class="errorlist"><li>Ann is typed twice.</li></ul>{% endif %}
  </div>{% endfor %}
</form>
"""


def test_of_two_names_that_were_alike_either_may_be_changed(
    page: Page, show: Callable[..., None]
) -> None:
    show(TWICE, head=HEAD, names=["Ann", "Ann", "Cal"])
    page.get_by_label("Seat 3").fill("Dot")
    expect(page.get_by_text("Not done.")).to_be_visible()
    page.get_by_label("Seat 1").fill("Anna")
    expect(page.get_by_text("Not done.")).to_have_count(0)
    expect(page.get_by_text("typed twice")).to_have_count(0)
