"""Host names: which dotted words of prose are domains, and the canonical spelling of one.

A dotted word is taken for a domain on the strength of its last label. Country codes and the usual generic endings count; endings that
are also file extensions, field names or short English words (`.md`, `.id`, `.so`) count only with a path, a port or a third label,
because `user.id` and `README.md` are far more common in prompts than the sites are.
"""

from __future__ import annotations

import re

_COUNTRY = frozenset(
    """ac ad ae af ag ai al ao aq ar at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw bz ca cd cf cg ch ci ck cl cm cn co
    cr cu cv cw cx cy cz de dj dk dm dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk
    hm hn hr ht hu ie il im in io iq ir it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh
    mk ml mm mn mo mp mq mr ms mt mu mv mw mx mz na nc ne nf ng ni nl np nr nu nz om pa pe pf pg ph pk pn pr pt pw qa re ro ru rw sa sb
    sc sd se sg si sk sl sm sn sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn
    vu wf ws ye yt za zm zw ac am as bv by cc do id is md my no pl pm ps py rs sh sj so to zw""".split()
)
_GENERIC = frozenset(
    """com org net edu gov mil int arpa info biz pro aero coop museum jobs mobi travel tel cat asia post xxx app dev web cloud online site
    website store shop blog tech xyz club live news media agency academy company solutions services systems technology software digital
    network host hosting email expert consulting finance financial bank capital fund insurance health healthcare hospital clinic doctor
    dental pharmacy care school university college education institute foundation charity energy eco green solar garden farm restaurant
    cafe bar pizza beer wine coffee hotel holiday flights tours voyage rentals properties realestate estate apartments house homes land
    construction builders law legal lawyer attorney accountants tax games game play video film photo photos photography gallery design
    studio art arts fashion shoes clothing jewelry beauty salon fitness yoga football golf bike auto cars taxi delivery express
    logistics exchange trading market markets money gold loans credit cash ventures vip guru ninja rocks lol wtf fun cool space earth
    world global international city town community social chat dating family kids baby pet dog marketing events tickets directory guide
    reviews support tools works build engineering industries equipment supplies supply parts repair wiki press science bio institute
    webcam download stream audio codes computer codes security domains ink ltd llc inc gmbh limited group holdings partners associates
    team center zone place plus one top win bid trade science party racing review faith cricket accountant men loan date icu buzz bond
    cyou sbs quest monster hair beauty makeup london paris berlin wien hamburg koeln amsterdam brussels moscow tokyo osaka nyc boston
    miami vegas sydney melbourne istanbul rio africa scot wales cymru irish eus gal bzh aws google amazon apple microsoft youtube gle
    zip mov example test invalid local internal onion рф рус укр бг срб қаз 中国 中國 香港 台灣 公司 网络 网站 在线 商店 日本 한국 भारत ไทย""".split()
)
_WEAK = frozenset(
    """as am by cc do gy id is md my name no ph pl pm ps py rs sh so to zip mov date one top email post review plus parts tools build
    team group support host web test local internal int invalid family art works tax money gold cash credit bank events download video
    photo audio stream game play cat pro tel live news media chat social world place space center city town zone market exchange pet dog
    men bar one cool fun express fund care school house land auto bike bio design studio company services systems science network
    directory guide security codes computer global digital software""".split()
)
_SECOND = frozenset("ac co com edu go gov net or org".split())
_LABEL = re.compile(r"(?!-)[^\W_](?:[\w-]{0,61}[^\W_])?\Z")
_LOOSE_LABEL = re.compile(r"[^\W_](?:[\w-]{0,61}[^\W_])?\Z")


def is_bare_domain(host: str, *, has_tail: bool) -> bool:
    """Whether a dotted word of prose is a domain; `has_tail` says that a port, path, query or fragment follows it.

    Example:
        >>> is_bare_domain("harborlab.example", has_tail=False), is_bare_domain("end.Next", has_tail=False)
        (True, False)
    """
    labels = host.split(".")
    if len(labels) < 2 or len(host) > 253 or not _labels_fit(labels):
        return False
    ending = labels[-1]
    if not (ending.islower() or ending.isupper() or not ending.isascii()):
        return False
    ending = ending.casefold()
    if ending.startswith("xn--") and len(ending) > 5:
        return True
    if ending not in _COUNTRY and ending not in _GENERIC:
        return False
    return ending not in _WEAK or has_tail or labels[-2].casefold() in _SECOND or labels[0].casefold() == "www"


def _labels_fit(labels: list[str]) -> bool:
    if not all(_LABEL.match(label) for label in labels[-2:]) or "_" in labels[-1] + labels[-2]:
        return False
    return all(_LOOSE_LABEL.match(label) for label in labels[:-2])


def host_key(text: str) -> str | None:
    """The canonical spelling of a text that a slot says is a host name: lower case, IDNA form, no final dot; None where it has none.

    Example:
        >>> host_key("Bücher.Example"), host_key("xn--bcher-kva.example.")
        ('xn--bcher-kva.example', 'xn--bcher-kva.example')
    """
    host = text.strip().removesuffix(".")
    if host.isascii():
        return host.casefold() or None
    import ada_url

    try:
        return ada_url.idna_to_ascii(host).decode("ascii") or None
    except ValueError:
        return None
