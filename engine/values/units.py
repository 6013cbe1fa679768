"""Units of measurement: names, symbols and exact factors, and the unit that follows a number in a text.

Each dimension has a base unit; a value `x` of a unit is `x * factor + offset` of the base, with exact rationals. Time is not here:
durations belong to the dates. Symbols are read with their case (`mW` is not `MW`); names are read in any case.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from . import foreign_units
from .number_forms import EXACT, decimal_of, finite, plain


class Unit(NamedTuple):
    """A unit: `amount * factor + offset` is the amount in the base unit of `dimension`."""

    symbol: str
    dimension: str
    factor: Fraction
    offset: Fraction = Fraction(0)


BASES: dict[str, str] = {
    "length": "m", "mass": "kg", "volume": "m³", "area": "m²", "speed": "m/s", "temperature": "K", "data": "B", "data rate": "B/s",
    "energy": "J", "power": "W", "pressure": "Pa", "angle": "°", "frequency": "Hz",
}  # fmt: skip
"""The symbol of each dimension's base unit, as it stands in keys."""

_TABLE = """
length
m|1|meter metre
km|1000|kilometer kilometre|kms
cm|1/100|centimeter centimetre|cms
mm|1/1000|millimeter millimetre|mms
dm|1/10|decimeter decimetre
μm|1/1000000|micrometer micrometre micron|µm um
nm|1/1000000000|nanometer nanometre
pm|1/1000000000000|picometer picometre|-
mi|1609.344|mile|mi.
nmi|1852|nautical_mile|NM
yd|0.9144|yard|yds yd.
ft|0.3048|foot feet|ft. ' ′
in|0.0254|inch|in. ins " ″ '' ”
ly|9460730472580800|light_year lightyear|-
au|149597870700|astronomical_unit|-
fathom|1.8288|fathom|-
furlong|201.168|furlong|-
mass
kg|1|kilogram kilogramme kilo|kgs kg.
g|1/1000|gram gramme|gs g. gm gms
mg|1/1000000|milligram milligramme|mgs
μg|1/1000000000|microgram microgramme|µg mcg ug
t|1000|tonne metric_ton metric_tonne
ton|1000|ton|tons
lb|0.45359237|pound|lbs lb. lbs.
oz|0.028349523125|ounce|oz.
st|6.35029318|stone|-
short ton|907.18474|short_ton us_ton|-
long ton|1016.0469088|long_ton imperial_ton|-
carat|0.0002|carat|ct
dram|0.0017718451953125|dram drachm drachma|-
gr|0.00006479891|-|-
volume
l|1/1000|liter litre|L ltr ltrs
ml|1/1000000|milliliter millilitre|mL mls cc cc.
cl|1/100000|centiliter centilitre|cL
dl|1/10000|deciliter decilitre|dL
hl|1/10|hectoliter hectolitre|hL
kl|1|kiloliter kilolitre|kL
m³|1|cubic_meter cubic_metre|m3 m^3 cbm
cm³|1/1000000|cubic_centimeter cubic_centimetre|cm3 cm^3
mm³|1/1000000000|cubic_millimeter cubic_millimetre|mm3
km³|1000000000|cubic_kilometer cubic_kilometre|km3
ft³|0.028316846592|cubic_foot cubic_feet|ft3 cu_ft cu._ft.
in³|0.000016387064|cubic_inch|in3 cu_in
yd³|0.764554857984|cubic_yard|yd3
gal|0.003785411784|gallon us_gallon|gals gal.
imp gal|0.00454609|imperial_gallon uk_gallon|-
qt|0.000946352946|quart|qts
pt|0.000473176473|pint|-
cup|0.0002365882365|cup|cups
fl oz|0.0000295735295625|fluid_ounce|fl_oz fl._oz.
tbsp|0.00001478676478125|tablespoon|tbsps tbs
tsp|0.00000492892159375|teaspoon|tsps
bbl|0.158987294928|barrel|bbls
bushel|0.03523907016688|bushel|-
area
m²|1|square_meter square_metre|m2 m^2 sqm sq_m sq._m.
km²|1000000|square_kilometer square_kilometre|km2 km^2 sq_km
cm²|1/10000|square_centimeter square_centimetre|cm2 cm^2
mm²|1/1000000|square_millimeter square_millimetre|mm2
ft²|0.09290304|square_foot square_feet|ft2 ft^2 sqft sq_ft sq._ft.
in²|0.00064516|square_inch|in2 sq_in
yd²|0.83612736|square_yard|yd2 sq_yd
mi²|2589988.110336|square_mile|mi2 sq_mi
ha|10000|hectare
acre|4046.8564224|acre|ac
speed
m/s|1|meter_per_second metre_per_second meters_per_second metres_per_second|mps
km/h|5/18|kilometer_per_hour kilometre_per_hour kilometers_per_hour kilometres_per_hour|kph kmph kmh km/hr kms/h
mph|0.44704|mile_per_hour miles_per_hour mile_an_hour miles_an_hour|mi/h m.p.h.
ft/s|0.3048|foot_per_second feet_per_second|fps
kn|463/900|knot|kt kts
temperature
K|1|kelvin degree_kelvin degrees_kelvin|-
°C|1|celsius celcius centigrade centigrate|℃ °c °_celsius
°F|5/9|fahrenheit farenheit fahrenheits|℉ °f °_fahrenheit
data
B|1|byte
bit|1/8|bit|bits
kB|1000|kilobyte|KB
MB|1000000|megabyte|meg megs
GB|1000000000|gigabyte|gig gigs gb
TB|1000000000000|terabyte|tb
PB|1000000000000000|petabyte
KiB|1024|kibibyte
MiB|1048576|mebibyte
GiB|1073741824|gibibyte
TiB|1099511627776|tebibyte
kbit|125|kilobit|Kb kb
Mbit|125000|megabit|Mb
Gbit|125000000|gigabit|Gb
data rate
B/s|1|byte_per_second bytes_per_second|Bps
bit/s|1/8|bit_per_second bits_per_second|bps
kbit/s|125|kilobits_per_second|kbps Kbps kb/s Kb/s
Mbit/s|125000|megabits_per_second|Mbps mbps Mb/s
Gbit/s|125000000|gigabits_per_second|Gbps gbps Gb/s
kB/s|1000|kilobytes_per_second|KB/s
MB/s|1000000|megabytes_per_second|MBps
GB/s|1000000000|gigabytes_per_second|GBps
energy
J|1|joule
kJ|1000|kilojoule
MJ|1000000|megajoule
GJ|1000000000|gigajoule
cal|4.184|-|-
kcal|4184|kilocalorie calorie|kcals Cal
Wh|3600|watt_hour
kWh|3600000|kilowatt_hour|kwh KWh
MWh|3600000000|megawatt_hour
GWh|3600000000000|gigawatt_hour
TWh|3600000000000000|terawatt_hour
BTU|1055.05585262|british_thermal_unit|Btu BTUs
eV|0.0000000000000000001602176634|electronvolt
power
W|1|watt
mW|1/1000|milliwatt
kW|1000|kilowatt|KW
MW|1000000|megawatt
GW|1000000000|gigawatt
hp|745.69987158227022|horsepower|bhp
pressure
Pa|1|pascal
hPa|100|hectopascal
kPa|1000|kilopascal
MPa|1000000|megapascal
bar|100000|bar|bars
mbar|100|millibar|mb
psi|6894.757293168|-|PSI
atm|101325|-|-
mmHg|133.322387415|-|mm_Hg
angle
°|1|degree|deg deg.
rad|57.295779513082320876798154814105|radian
frequency
Hz|1|hertz
kHz|1000|kilohertz|khz KHz
MHz|1000000|megahertz|mhz
GHz|1000000000|gigahertz|ghz
rpm|1/60|-|RPM
"""
_OFFSETS = {"°C": Fraction("273.15"), "°F": Fraction("45967/180")}
_PLURAL_KEPT = frozenset(
    "feet hertz celsius celcius centigrade centigrate fahrenheit farenheit kelvin horsepower cubic_feet square_feet".split()
)


def _plural(name: str) -> str:
    if name in _PLURAL_KEPT or "_per_" in name or "_an_" in name or name.startswith("deg"):
        return name
    return name + ("es" if name.endswith("inch") else "s")


def _degrees(name: str, symbol: str) -> tuple[str, ...]:
    """degrees Celsius, deg. C and the like."""
    if symbol not in ("°C", "°F"):
        return ()
    letter = symbol[1].lower()
    return tuple(f"{word}_{tail}" for word in ("degree", "degrees", "deg", "deg.") for tail in (name, letter))


def _load() -> tuple[dict[str, Unit], dict[str, Unit], dict[str, Unit]]:
    symbols: dict[str, Unit] = {}
    names: dict[str, Unit] = {}
    by_symbol: dict[str, Unit] = {}
    dimension = ""
    for line in _TABLE.strip().splitlines():
        if "|" not in line:
            dimension = line
            continue
        symbol, factor, *words = line.split("|")
        unit = Unit(symbol, dimension, Fraction(factor), _OFFSETS.get(symbol, Fraction(0)))
        by_symbol[symbol] = unit
        marks = words[1].split() if len(words) > 1 else []
        for mark in (m.replace("_", " ") for m in marks if m != "-"):
            symbols[mark] = unit
        if marks != ["-"] or symbol in ("K", "cal", "atm"):
            symbols[symbol] = unit
        for name in words[0].split() if words and words[0] != "-" else []:
            for form in (name, _plural(name), *_degrees(name, symbol)):
                names[form.replace("_", " ")] = unit
    names.update({"kelvins": by_symbol["K"], "degrees": by_symbol["°"]})
    return symbols, names, by_symbol


_SYMBOLS, _ENGLISH_NAMES, _BY_SYMBOL = _load()
_NAMES = {name: _BY_SYMBOL[symbol] for name, symbol in foreign_units.NAMES.items()} | _ENGLISH_NAMES
_BY_LANG = {lang: {name: _BY_SYMBOL[symbol] for name, symbol in names.items()} for lang, names in foreign_units.BY_LANG.items()}
INCH = _BY_SYMBOL["in"]
_EXACT = {symbol: finite(unit.factor, unit.offset) for symbol, unit in _BY_SYMBOL.items()}
"""Factor and offset as decimals, where both have a finite form."""
_LONGER: dict[str, tuple[str, ...]] = {}
for _phrase in sorted((p for p in (*_NAMES, *_SYMBOLS) if " " in p or "-" in p), key=len, reverse=True):
    _head = re.split("[ -]", _phrase, maxsplit=1)[0].lower().rstrip(".")
    _LONGER[_head] = (*_LONGER.get(_head, ()), _phrase.lower())

HEADS: frozenset[str] = (
    frozenset(_LONGER) | frozenset(n for n in _NAMES if " " not in n) | frozenset(s.lower().split(".")[0] for s in _SYMBOLS) | {"c", "f"}
    | {name for names in _BY_LANG.values() for name in names}
)
"""Lower-case words that a unit after a number may begin with."""
_CARELESS = frozenset("km cm mm kg mg ml lb lbs oz ft mi mph kwh kcal mhz ghz yd".split())
_LOWER_SYMBOLS = {s.lower(): u for s, u in _SYMBOLS.items() if " " in s or s.lower() in _CARELESS}
_GAP = re.compile(r"(?:[ \t\u00a0\u202f\u2009]|\s?[-‐‑]\s?)?")
_MARK = re.compile(
    r"[°º] ?[CcFf](?!\w)|[°º](?!\w)|''|[℃℉'′\"″”]|[A-Za-zÀ-ÖØ-öø-žµμ]{1,24}(?:/(?:s|h|hr|km)(?!\w)|\^?[23](?!\w)|[²³]|\.p\.h\.)?"
)
_IN_ENDS = re.compile(
    r"\.?(?:$|[,;:)\]!?x×\"]|\.(?:\s|$)|\s?[,.]"
    r"|\s(?:by|x|long|tall|wide|deep|high|thick|across|in|of rain|of snow|or|and|more|diameter)\b)"
)
_QUOTES = frozenset({'"', "'", "′", "″", "”", "''"})
_TEMPERATURE_CUE = re.compile(r"temp|degree|weather|thermostat|oven|heat|cool|cold|warm|hot\b|fever|outside|freez|boil|°")
_BARE_TEMPERATURE = re.compile(r"(?:$|[.,;:!?)/](?!\w)|\s(?:and|or|in|to|at|on|outside|inside|today|tonight|with|for|by|is|was|but)\b)")
_COMPOUNDS = frozenset(
    "yd ft,yd in,ft in,mi yd,mi ft,lb oz,st lb,km m,m cm,m mm,cm mm,kg g,g mg,l ml,l cl,gal qt,gal pt,gal fl oz,qt fl oz".split(",")
)


def unit_of(word: str) -> Unit | None:
    """The unit that a symbol or a name stands for (`km`, `kilometers`, `Miles`, `sq ft`, `°C`), or None."""
    word = word.strip().replace("_", " ")
    return _SYMBOLS.get(word) or _BY_SYMBOL.get(word) or _NAMES.get(word.lower()) or _LOWER_SYMBOLS.get(word.lower())


def convert(amount: Decimal, unit: str, to: str) -> Fraction | None:
    """The amount of `unit` in `to`, exactly; None where one of them is unknown or they measure different things."""
    source, target = unit_of(unit), unit_of(to)
    if source is None or target is None or source.dimension != target.dimension:
        return None
    return (Fraction(amount) * source.factor + source.offset - target.offset) / target.factor


def key_of(amount: Decimal | Fraction, unit: Unit) -> str:
    """The canonical key of a quantity: its value in the base unit, then the base symbol (`8046.72 m`)."""
    exact = _EXACT[unit.symbol] if isinstance(amount, Decimal) else None
    if exact is not None and isinstance(amount, Decimal):
        return f"{plain(EXACT.add(EXACT.multiply(amount, exact[0]), exact[1]))} {BASES[unit.dimension]}"
    value = Fraction(amount) * unit.factor + unit.offset
    return f"{plain(decimal_of(value))} {BASES[unit.dimension]}"


def joins(larger: Unit, smaller: Unit) -> bool:
    """Whether people say the two units as one measure (5 ft 10 in)."""
    return f"{larger.symbol} {smaller.symbol}" in _COMPOUNDS


def follows(text: str, low: str, end: int, *, lang: str = "en") -> tuple[Unit, int] | None:
    """The unit that stands at `end`, right after a number, and where it stops; `low` is the text in lower case.

    In a text of another language than English (`lang`), names count as well that would be an English word: "90 Grad", "5 pies".
    """
    gap = _GAP.match(text, end)
    start = end if gap is None else gap.end()
    mark = _MARK.match(text, start)
    if mark is None:
        return None
    word, stop = mark.group().replace("º", "°").replace(" ", ""), mark.end()
    first = low[start:stop]
    for phrase in _LONGER.get(first, ()):
        stop_phrase = start + len(phrase)
        if low.startswith(phrase, start) and not low[stop_phrase : stop_phrase + 1].isalnum():
            return (_NAMES.get(phrase) or _LOWER_SYMBOLS[phrase]), stop_phrase
    unit = _NAMES.get(first) or (_BY_LANG[lang].get(first) if lang in _BY_LANG else None)
    if unit is None:
        unit = _SYMBOLS.get(word) or _LOWER_SYMBOLS.get(first)
        if unit is None or not _symbol_fits(word, text, low, (end, start, stop)):
            return _bare_temperature(word, text, low, start, stop)
    if word not in _QUOTES and (text[stop : stop + 1].isalnum() or text[stop : stop + 1] == "_"):
        return None
    if unit.symbol == "°" and text.startswith("deg.", start):
        stop = start + 4
    return unit, stop


def _symbol_fits(word: str, text: str, low: str, places: tuple[int, int, int]) -> bool:
    end, start, stop = places
    if word == "in" and start > end:
        return _IN_ENDS.match(low, stop) is not None
    if word in _QUOTES:
        return start == end or word == '"'
    if word in ("K", "t", "m", "g", "l", "B", "J", "W", "L", "ac", "hp", "mb", "Pa") and text[start - 1 : start] == "-":
        return False
    return not (word in ("K", "B") and start == end) and not (word == "rad" and start > end)


def _bare_temperature(word: str, text: str, low: str, start: int, stop: int) -> tuple[Unit, int] | None:
    left = text[start - 1 : start]
    if word not in ("C", "F") or left == "-" or _BARE_TEMPERATURE.match(low, stop) is None:
        return None
    if left != " " and _TEMPERATURE_CUE.search(low[max(0, start - 60) : start]) is None:
        return None
    return _BY_SYMBOL["°" + word], stop
