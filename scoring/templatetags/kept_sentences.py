"""Django's library `i18n`, whose tags do not work the same out again each time a page is made.

A page has a hundred sentences without a gap: `translate` looks each up once in a language. What
`blocktranslate` asks a catalog for is put together once.
"""

from typing import Any, Final

from django import template
from django.core.signals import setting_changed
from django.template import Context
from django.template.base import Node, Parser, Token
from django.templatetags import i18n
from django.utils.translation import get_language

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)

# By language, then by the sentence; catalogs do not change while the site runs.
_sentences: Final[dict[str, dict[str, str]]] = {}
# With one of these changed, as tests do, a language may say something else.
SETTINGS: Final = frozenset({"LOCALE_PATHS", "LANGUAGES", "LANGUAGE_CODE", "USE_I18N"})


class KeptSentence(Node):
    """A sentence without a gap."""

    child_nodelists = ()

    def __init__(self, original: i18n.TranslateNode, sentence: str) -> None:
        """Keep what Django's own tag says for this sentence."""
        self.original, self.sentence = original, sentence

    def render(self, context: Context) -> str:
        """Return the sentence in the language that is spoken."""
        # None where nothing is translated at all: then nothing is looked up either.
        language = get_language()
        if language is None:
            return self.original.render(context)
        kept = _sentences.setdefault(language, {})
        if (text := kept.get(self.sentence)) is None:
            text = kept[self.sentence] = self.original.render(context)
        return text


class KeptBlock(i18n.BlockTranslateNode):
    """A sentence with gaps."""

    def render_token_list(self, tokens: list[Token]) -> tuple[str, list[str]]:
        """Return the message and the names of its gaps, as Django puts them together."""
        lists: dict[int, tuple[str, list[str]]] = self.__dict__.setdefault("lists", {})
        # Each of the two lists of a node lives as long as the node.
        if (kept := lists.get(id(tokens))) is None:
            kept = lists[id(tokens)] = super().render_token_list(tokens)
        message, gaps = kept
        # Django lengthens the list.
        return message, [*gaps]


def blocktranslate(parser: Parser, token: Token) -> Node:
    """Compile `{% blocktranslate %}`."""
    node = i18n.do_block_translate(parser, token)
    node.__class__ = KeptBlock
    return node


register.tag("blocktranslate", blocktranslate)
register.tag("blocktrans", blocktranslate)


def translate(parser: Parser, token: Token) -> Node:
    """Compile `{% translate %}`; with a variable, a filter, `as` or a context Django's own."""
    node = i18n.do_translate(parser, token)
    expression: Any = node.filter_expression
    sentence = expression.var.literal
    is_plain = not (node.noop or node.asvar or node.message_context or expression.filters)
    return KeptSentence(node, sentence) if is_plain and isinstance(sentence, str) else node


register.tag("translate", translate)
register.tag("trans", translate)


def forget(*, setting: str, **_kwargs: object) -> None:
    """Look all sentences up again after a change of settings."""
    if setting in SETTINGS:
        _sentences.clear()


setting_changed.connect(forget)
