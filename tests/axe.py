"""What axe is asked of a page: WCAG 2.2 A and AA, contrast of 7:1, and axe's best practices.

Contrast took most of its time, since axe looks up what lies behind each text. Texts that are drawn
alike, on the same backgrounds, have the same contrast: so one of them is asked. What lies where is
also what the size of targets asks: it is looked up once for both.
"""

from typing import Any

from playwright.sync_api import Page

# Marks one of all texts that are drawn alike.
ASKED = "data-axe-asks-contrast"
# No rule of these reads the style sheets, which axe would ask for once more.
READS = {"resultTypes": ["violations"], "preload": False}
# Below these two thresholds AAA's rule leaves a text to AA's. Without them one rule finds what both
# would, and what lies behind each text is looked up once.
NO_THRESHOLDS = {"normal": {"minThreshold": 0}, "large": {"minThreshold": 0}}
CHECKS = {"color-contrast-enhanced": {"options": {"contrastRatio": NO_THRESHOLDS}}}
RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
    # Targets have a size.
    "rules": {
        "color-contrast": {"enabled": False},
        "color-contrast-enhanced": {"enabled": True},
        "target-size": {"enabled": True},
    },
    "checks": CHECKS,
    **READS,
}
CONTRAST = {
    "runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]},
    "checks": CHECKS,
    **READS,
}

CONFIGURE = f"""axe.configure({{
  rules: [{{ id: "color-contrast-enhanced", selector: "[{ASKED}]" }}],
}})"""
# What is placed over other things lies on whatever happens to be there: such an element's own
# number is part of how it is drawn.
RUN = """async ([options, mark]) => {
  const CLEAR = "rgba(0, 0, 0, 0),none,1,none,normal,";
  const grounds = new Map([[null, ""]]);
  const ground = (element) => {
    if (!grounds.has(element)) {
      const style = getComputedStyle(element);
      const inPlace = ["static", "relative"].includes(style.position) && style.transform === "none";
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter,
        style.mixBlendMode, inPlace ? "" : grounds.size].join();
      grounds.set(element, (own === CLEAR ? "" : own + "|") + ground(element.parentElement));
    }
    return grounds.get(element);
  };
  const texts = new Map();
  for (const element of document.body.querySelectorAll("*")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const isField = element.matches("input, select, textarea");
    if (!(hasText || isField) || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const off = element.closest(":disabled, [aria-disabled=true]") !== null;
    texts.set([off, color, fontSize, fontWeight, textShadow, ground(element)].join(), element);
  }
  for (const element of texts.values()) element.setAttribute(mark, "");
  // A bar that stays in reach covers whatever lies below it just now, and scrolling uncovers it.
  const bars = [...document.querySelectorAll(".in-reach")];
  for (const bar of bars) bar.style.position = "static";
  try {
    return await axe.run(document, options);
  } finally {
    for (const bar of bars) bar.style.position = "";
    for (const element of texts.values()) element.removeAttribute(mark);
  }
}"""


def ask(page: Page, script: str, options: dict[str, Any]) -> None:
    """Fail with what axe finds on the page as it stands; `script` is axe itself."""
    # Half a page has faults that the whole one has not.
    page.wait_for_load_state()
    if not page.evaluate("typeof axe === 'object'"):
        # Through the debugger, not a script element: the page's own policy stays in force.
        page.evaluate(script + CONFIGURE)
    answer = page.evaluate(RUN, [options, ASKED])
    lines = [
        f"{violation['id']}: {violation['help']}\n"
        + "\n".join(
            f"    {node['target']}: {node['html'][:200]}\n      {node['failureSummary']}"
            for node in violation["nodes"]
        )
        for violation in answer["violations"]
    ]
    if lines:
        raise AssertionError(f"axe finds faults at {page.url}:\n" + "\n".join(lines))
