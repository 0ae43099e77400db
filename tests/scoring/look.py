"""What tests of drawings need: an SVG taken apart, and how far two colors stand apart."""

from xml.etree import ElementTree


def _light(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors written #rrggbb, 1 to 21, as WCAG 2 defines it."""
    darker, lighter = sorted((_light(one), _light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def parsed(svg: str) -> ElementTree.Element:
    """The elements of an SVG of our own making. Raises ParseError where it is not well-formed."""
    return ElementTree.fromstring(svg)  # noqa: S314  # written by the code under test
