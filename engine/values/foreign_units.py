"""Names of units in German, French, Spanish, Italian, Portuguese and Dutch, as CLDR writes them, beside the symbols of `units`.

Written out, so that importing costs nothing; `tests/test_values_units.py` holds them against the CLDR data of Babel. A name that is an
English word as well ("12 grad students", "two pies") is left out here and read only where the language of the text is known.
"""

from __future__ import annotations

import unicodedata

_TABLE = """
m|metri metros mètre mètres metern
km|kilometri chilometri chilometro kilomètre kilomètres kilómetro kilómetros quilômetro quilômetros kilometern quilometro quilometros
cm|centimetri centimetro centimètre centimètres centímetro centímetros zentimeter zentimetern
mm|millimetri millimetro millimètre millimètres milímetro milímetros millimetern
dm|decimetri decimetro decímetro decímetros dezimeter décimètre décimètres
μm|micrometri micrometro micromètre micromètres micrómetro micrómetros micrômetro micrômetros mikrometer
nm|nanometri nanometro nanomètre nanomètres nanómetro nanómetros nanômetro nanômetros
mi|meile meilen miglia miglio mijl milha milhas milla millas
nmi|miglia_nautiche miglio_nautico milha_náutica milhas_náuticas milla_náutica millas_náuticas mille_marin milles_marins seemeile
nmi|seemeilen zeemijl zeemijlen
yd|iarda iarde jarda jardas yarda yardas
ft|fuß piede piedi pieds pé pés voet
in|polegada polegadas pollice pollici pouce pouces pulgada pulgadas zoll duim
ly|anni_luce anno_luce année-lumière années-lumière ano-luz anos-luz año_luz años_luz lichtjaar lichtjahr lichtjahre
au|astronomische_eenheden astronomische_eenheid astronomische_einheit astronomische_einheiten unidad_astronómica
au|unidade_astronômica unidades_astronómicas unidades_astronômicas unità_astronomica unità_astronomiche unité_astronomique
au|unités_astronomiques
kg|chilogrammi chilogrammo kilogramm kilogramo kilogramos quilograma quilogramas quilo quilos chilo
g|grama gramas gramm grammi grammo gramo gramos
mg|miligrama miligramas miligramo miligramos milligramm milligrammi milligrammo
μg|micrograma microgramas microgrammi microgrammo microgramo microgramos mikrogramm
t|metrische_ton tonelada tonelada_métrica toneladas toneladas_métricas tonnellata_metrica tonnellate_metriche tonnen
t|tonnes_métriques tonne_métrique metrische_tonnen
ton|tonelada_americana tonelada_corta toneladas_americanas toneladas_cortas tonne_courte tonnellata tonnellate tonnes_courtes
lb|libbra libbre libra libras pfund
oz|onces oncia onza onzas onça onças unze unzen
carat|karaat karat quilate quilates
l|litri litro litros litern
ml|mililitro mililitros millilitri millilitro millilitern
cl|centilitri centilitro centilitros zentiliter
dl|decilitri decilitro decilitros deziliter décilitre décilitres
hl|ettolitri ettolitro hectolitro hectolitros hektoliter
m³|kubieke_meter kubikmeter metri_cubi metro_cubo metro_cúbico metros_cúbicos mètre_cube mètres_cubes kubikmetern kuub
cm³|centimetri_cubi centimetro_cubo centimètre_cube centimètres_cubes centímetro_cúbico centímetros_cúbicos kubieke_centimeter
cm³|kubikzentimeter
km³|chilometri_cubi chilometro_cubo kilomètre_cube kilomètres_cubes kilómetro_cúbico kilómetros_cúbicos kubieke_kilometer
km³|kubikkilometer quilômetro_cúbico quilômetros_cúbicos
ft³|kubieke_voet kubikfuß pie_cúbico pied_cube piede_cubo piedi_cubi pieds_cubes pies_cúbicos pé_cúbico pés_cúbicos
in³|kubieke_inch kubikzoll polegada_cúbica polegadas_cúbicas pollice_cubo pollici_cubi pouce_cube pouces_cubes pulgada_cúbica
in³|pulgadas_cúbicas
yd³|iarda_cubica iarde_cubiche jarda_cúbica jardas_cúbicas kubieke_yard kubikyard kubikyards yard_cube yarda_cúbica
yd³|yardas_cúbicas yards_cubes
gal|gallone gallonen galloni galones galão galón galões
imp gal|gallon_impérial gallone_imperiale galloni_imperiali gallons_impériaux galones_imperiales galão_imperial galón_imperial
imp gal|galões_imperiais imp._gallon imp._gallone imp._gallonen
pt|pinta pintas pinte pintes
cup|tasse tassen tasses taza tazas tazza tazze xícara xícaras kopje kopjes copo copos
fl oz|flüssigunze flüssigunzen once_liquide onces_liquides oncia_liquida onza_líquida onzas_líquidas onça_fluida onças_fluidas
tbsp|colher_de_sopa colheres_de_sopa cucchiai_da_tavola cucchiaio_da_tavola cucharada cucharadas cuillère_à_soupe
tbsp|cuillères_à_soupe eetlepel eetlepels esslöffel eßlöffel
tsp|colher_de_chá colheres_de_chá cucchiai_da_tè cucchiaio_da_tè cucharadita cucharaditas cuillère_à_café cuillères_à_café
tsp|teelöffel theelepel theelepels
bbl|baril barile barili barils barril barriles barris vaten
m²|metri_quadri metro_quadro metri_quadrati metro_cuadrado metro_quadrado metro_quadrato metros_cuadrados metros_quadrados mètre_carré mètres_carrés
m²|quadratmeter vierkante_meter quadratmetern
km²|chilometri_quadrati chilometro_quadrato kilomètre_carré kilomètres_carrés kilómetro_cuadrado kilómetros_cuadrados
km²|quadratkilometer quilômetro_quadrado quilômetros_quadrados vierkante_kilometer
cm²|centimetri_quadrati centimetro_quadrato centimètre_carré centimètres_carrés centímetro_cuadrado centímetro_quadrado
cm²|centímetros_cuadrados centímetros_quadrados quadratzentimeter vierkante_centimeter
ft²|pie_cuadrado pied_carré piede_quadrato piedi_quadrati pieds_carrés pies_cuadrados pé_quadrado pés_quadrados quadratfuß
ft²|vierkante_voet
in²|polegada_quadrada polegadas_quadradas pollice_quadrato pollici_quadrati pouce_carré pouces_carrés pulgada_cuadrada
in²|pulgadas_cuadradas quadratzoll vierkante_inch
yd²|iarda_quadrata iarde_quadrate jarda_quadrada jardas_quadradas quadratyard quadratyards vierkante_yard yard_carré
yd²|yarda_cuadrada yardas_cuadradas yards_carrés
mi²|miglia_quadrate miglio_quadrato milha_quadrada milhas_quadradas milla_cuadrada millas_cuadradas mille_carré milles_carrés
mi²|quadratmeile quadratmeilen vierkante_mijl
°|graad graden
ha|ettari ettaro hectárea hectáreas hektar
acre|acre_anglo-saxonne acres_anglo-saxonnes
m/s|meter_per_seconde meter_pro_sekunde metri_al_secondo metro_al_secondo metro_por_segundo metros_por_segundo mètre_par_seconde
m/s|mètres_par_seconde metern_pro_sekunde
km/h|chilometri_orari chilometro_orario kilometer_per_uur kilometer_pro_stunde kilomètre_par_heure kilomètres_par_heure
km/h|kilómetro_por_hora kilómetros_por_hora quilômetro_por_hora quilômetros_por_hora kilometern_pro_stunde
mph|meile_pro_stunde meilen_pro_stunde miglia_all'ora miglio_all'ora mijl_per_uur mile_par_heure miles_par_heure milha_por_hora
mph|milhas_por_hora milla_por_hora millas_por_hora
kn|knoop knopen knoten nœud nœuds
°C|degré_celsius degrés_celsius graad_celsius grad_celsius graden_celsius gradi_celsius grado_celsius grados_celsius grau_celsius
°C|graus_celsius centígrado centígrados
°F|degré_fahrenheit degrés_fahrenheit graad_fahrenheit grad_fahrenheit graden_fahrenheit gradi_fahrenheit grado_fahrenheit
°F|grados_fahrenheit grau_fahrenheit graus_fahrenheit
B|octet octets
kB|kilooctet kilooctets
MB|mégaoctet mégaoctets
GB|gigaoctet gigaoctets
TB|téraoctet téraoctets
PB|pétaoctet pétaoctets
Mbit|mégabit mégabits
kJ|kilojulio kilojulios quilojoule quilojoules
kcal|chilocaloria chilocalorie kilocalorieën kilocaloría kilocalorías kilokalorie kilokalorien quilocaloria quilocalorias
kWh|chilowattora kilovatio_hora kilovatios_hora kilowatt-heure kilowatt-heures kilowattstunde kilowattstunden kilowattuur
kWh|quilowatt-hora quilowatts-hora
eV|electronvoltio electronvoltios elektronenvolt elektronvolt elettronvolt elétron-volt elétrons-volt électronvolt électronvolts
W|vatio vatios
mW|milivatio milivatios miliwatt miliwatts
kW|kilovatio kilovatios quilowatt quilowatts
MW|megavatio megavatios mégawatt mégawatts
GW|gigavatio gigavatios
hp|caballo_de_vapor caballos_de_vapor cavalli_vapore cavallo_vapore cavalo-vapor cavalos-vapor cheval-vapeur chevaux-vapeur
hp|paardenkracht paardenkrachten pferdestärke pferdestärken
Pa|pascales
hPa|ettopascal hectopascais hectopascales hektopascal
kPa|chilopascal kilopascales quilopascais quilopascal
mbar|milibar milibares
°|booggraad booggraden degré degrés gradi grado grados grau graus
rad|radiaal radialen radianes radiano radianos radiant radianti radián
Hz|hercio hercios
kHz|kilohercio kilohercios
MHz|megahercio megahercios mégahertz
GHz|gigahercio gigahercios
"""
_DEGREES = "° degré degrés degrès grad graad graden grado grados gradi grau graus".split()
_SCALES = {"celsius": "°C", "c": "°C", "centígrados": "°C", "centigradi": "°C", "centigrado": "°C", "centigrades": "°C", "fahrenheit": "°F", "f": "°F"}
_ENGLISH = frozenset("pes pe once metro metres metre octet octets".split())


def bare(name: str) -> str:
    """The name without its accents, as it is typed on a keyboard that has none."""
    return "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))


def _load() -> dict[str, str]:
    names: dict[str, str] = {}
    for line in _TABLE.strip().splitlines():
        symbol, words = line.split("|")
        for word in words.split():
            names[word.replace("_", " ")] = symbol
    for degree in _DEGREES:
        names.update({f"{degree} {scale}": symbol for scale, symbol in _SCALES.items()})
    for name, symbol in list(names.items()):
        names.setdefault(bare(name), symbol)
    return {name: symbol for name, symbol in names.items() if name not in _ENGLISH}


NAMES: dict[str, str] = _load()
"""Lower-case name -> symbol of `units`, for names that are no English words."""
BY_LANG: dict[str, dict[str, str]] = {
    "de": {"grad": "°"},
    "fr": {"once": "oz"},
    "es": {"metro": "m", "pie": "ft", "pies": "ft"},
    "it": {"metro": "m", "carati": "carat"},
    "pt": {"metro": "m", "pé": "ft", "nós": "kn"},
    "nl": {"ons": "oz", "pond": "lb"},
}
"""Names that count only in a text of the language."""
