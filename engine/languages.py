"""Which language a text is written in, as far as its function words say: the word-based recognisers are complete for English only.

A text is taken for another language where its function words outnumber the English ones. Words that English has too (`in`, `die`, `me`)
count for English. The lists are the commonest articles, pronouns, prepositions, conjunctions and auxiliaries of each language.
"""

from __future__ import annotations

from functools import lru_cache

from .normalize import fold_words

MAX_WORDS = 400
"""How many words of a text are looked at; a language shows in far fewer."""
SHORT = 4
"""A text of at most this many words is taken for another language on one function word, a longer one on two."""

_ENGLISH = frozenset(
    "the a an of to is are was be and or for in on at my me i you your we it its this that these with from by as not no do does can could will would"
    " should please what when where who how which if so than then there here have has had but about into up out all any some more hi hello"
    " thanks just need want get am he she they them his her our us die den man".split()
)
_FUNCTION_WORDS = {
    "de": "der das und ist nicht ein eine einen einem einer ich mit fur auf bitte dem von zu im wie wir sie mir mich zum zur kann haben werden"
    " uber nach bei auch noch nur fur oder wenn sind habe meine meinen mein gibt uhr um",
    "fr": "le la les des une est et pour dans je vous nous avec sur que qui pas du au aux mon ma mes ce cette il elle sont suis ai deux chez plus"
    " votre notre moi un en s'il veux voudrais quel quelle",
    "es": "el los las una que y para por con mi es se lo del al quiero necesito como cuando donde esta este favor tengo mis su sus muy pero un la"
    " le dos hoy hay de",
    "it": "il lo gli di che per con una un sono vorrei del della dei delle nel nella mi ho questo questa come quando dove e ed favore la alle due",
    "pt": "um uma que em com eu nao meu minha da dos das na nos nas para por quero preciso como quando onde esta este e o os ao pelo voce favor"
    " dois duas hoje de dia",
    "nl": "het een en van ik niet voor met op te aan zijn graag mijn naar wat hoe kan wil ook dat deze uur om bij de voor twee morgen",
    "pl": "nie sie na jest do dla prosze czy jak w z ze od po przy moj moja mam chce",
    "sv": "och att det en ett som pa ar av for med till inte jag kan har vill min mitt den",
    "da": "og det en et som pa er af for med til ikke jeg kan har vil min mit den der",
    "tr": "bir ve bu icin ile ne var yok mi da de lutfen benim kadar sonra",
    "ro": "si nu este pe la cu un o sa din pentru care ce mai va rog imi",
    "id": "yang dan di untuk ini itu dengan saya tidak ada ke dari tolong bisa pada",
    "cs": "je na se ze do pro jak prosim mam chci nebo ale kdy kde",
    "fi": "ja on ei se mina voi kun niin mutta minun kiitos haluan",
    "hu": "es egy az nem hogy kerem van ez meg mert mikor hol",
    "vi": "va cua la cho toi khong voi mot cac nay trong duoc",
}
_PARTICLES = frozenset("de la le les los las el del da do dos das di du des della van von und y e st".split())
"""Words that names keep in every language (`La Paz de la Cruz`): they alone tell nothing."""
NAMES = {
    "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese", "nl": "Dutch", "pl": "Polish", "sv": "Swedish",
    "da": "Danish", "tr": "Turkish", "ro": "Romanian", "id": "Indonesian", "cs": "Czech", "fi": "Finnish", "hu": "Hungarian", "vi": "Vietnamese",
}  # fmt: skip
"""The English name of each language, by ISO 639-1 code."""
_SETS = {language: frozenset(words.split()) - _ENGLISH for language, words in _FUNCTION_WORDS.items()}


@lru_cache(maxsize=256)
def other_language(text: str) -> str | None:
    """The ISO 639-1 code of the language other than English that the text is written in, by its function words; None where it is English or nothing tells.

    Example:
        >>> other_language("Bitte einen Tisch für zwei"), other_language("A table for two, please"), other_language("ORD-12345?")
        ('de', None, None)
    """
    words = fold_words(text[: MAX_WORDS * 12])[:MAX_WORDS]
    english = sum(word in _ENGLISH for word in words)
    counts = {language: sum(word in known for word in words) if known.difference(_PARTICLES).intersection(words) else 0 for language, known in _SETS.items()}
    language = max(counts, key=lambda name: counts[name])
    needed = 1 if len(words) <= SHORT else 2
    return language if counts[language] >= max(needed, english + 1) else None
