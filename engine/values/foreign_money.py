"""Names of currencies in German, French, Spanish, Italian, Portuguese and Dutch, as CLDR writes them, beside the units of `money`.

Written out, so that importing costs nothing; `tests/test_values_money.py` holds them against the CLDR data of Babel. A star stands for
the endings of a German adjective.
"""

from __future__ import annotations

from .foreign_units import bare

_TABLE = """
$|dólar dólares dollaro dollari
AED|dirham_degli_eau dirham_degli_emirati_arabi_uniti dirham_des_émirats_arabes_unis dirham_dos_eau
AED|dirham_dos_emirados_árabes_unidos dirhams_des_émirats_arabes_unis dirhams_dos_eau dírham_de_los_emiratos_árabes_unidos
AED|dírhams_de_los_emiratos_árabes_unidos vae-dirham verenigde_arabisch*_emiraten-dirham
ARS|argentijnse_peso argentinisch*_pesos argentinisch*_peso peso_argentin peso_argentino pesos_argentini pesos_argentinos
ARS|pesos_argentins
ATS|chelines_austriacos chelín_austriaco oostenrijkse_schilling scellino_austriaco schilling_australiano schilling_autrichien
ATS|schillings_australianos schillings_autrichiens xelim_austríaco österreichisch*_schilling
AUD|australisch*_dollar dollar_australien dollari_australiani dollaro_australiano dollars_australiens dólar_australiano
AUD|dólares_australianos
BEF|belgisch*_franc belgisch*_frank franc_belge franco_belga francos_belgas francs_belges
BGN|bulgaarse_lev bulgaarse_leva bulgarisch*_lew lev_bulgare lev_bulgaro lev_búlgaro leva_bulgari leva_búlgara levas_búlgaras
BGN|levs_bulgares levs_búlgaros
BRL|brasilianisch*_real braziliaanse_real reais_brasileiros real_brasileiro real_brasileño real_brasiliani real_brasiliano
BRL|reales_brasileños réal_brésilien réals_brésiliens
CAD|canadese_dollar dollar_canadien dollari_canadesi dollaro_canadese dollars_canadiens dólar_canadense dólar_canadiense
CAD|dólares_canadenses dólares_canadienses kanadisch*_dollar
CHF|franc_suisse franchi_svizzeri franco_suizo franco_suíço franco_svizzero francos_suizos francos_suíços francs_suisses
CHF|schweizer_franken zwitserse_frank
CLP|chileense_peso chilenisch*_pesos chilenisch*_peso peso_chileno peso_chilien peso_cileno pesos_chilenos pesos_chiliens
CLP|pesos_cileni
CNY|yuan_chino yuanes_chinos yuanes yuans chinesisch*_yuan renminbi_yuan yuan_chinês yuan_cinese yuan_cinesi yuan_renminbi
CNY|yuan_renminbi_chinois
CNY|yuanes_renminbi yuans_chineses yuans_renminbi_chinois
COP|colombiaanse_peso kolumbianisch*_pesos kolumbianisch*_peso peso_colombiano peso_colombien pesos_colombiani pesos_colombianos
COP|pesos_colombiens
CZK|coroa_tcheca coroas_tchecas corona_ceca corona_checa coronas_checas corone_ceche couronne_tchèque couronnes_tchèques
CZK|tschechisch*_krone tschechisch*_kronen tsjechisch*_kronen tsjechisch*_kroon
DEM|marchi_tedeschi duitse_mark marco_alemán marco_alemão marco_tedesco marcos_alemanes marcos_alemães mark_allemand
DEM|marks_allemands
DKK|coroa_dinamarquesa coroas_dinamarquesas corona_danesa corona_danese coronas_danesas corone_danesi couronne_danoise
DKK|couronnes_danoises deense_kronen deense_kroon dänisch*_krone dänisch*_kronen
EGP|egyptisch_pond libra_egipcia libra_egípcia libras_egipcias libras_egípcias livre_égyptienne livres_égyptiennes
EGP|sterlina_egiziana sterline_egiziane ägyptisch*_pfund
ESP|ptas peseta_espagnole peseta_espanhola peseta_española peseta_spagnola pesetas_espagnoles pesetas_espanholas
ESP|pesetas_españolas spaanse_peseta spanisch*_peseta spanisch*_peseten
FIM|marchi_finlandesi marcos_finlandeses finnisch*_mark finse_markka marca_finlandesa marco_finlandés marco_finlandês
FIM|mark_finlandais markka_finlandese marks_finlandais
FRF|franc_français franco_francese franco_francés franco_francês francos_franceses francs_français franse_franc
FRF|französisch*_franc
GBP|pfund_sterling pond_sterling sterlina sterline britisch*_pfund britse_pond libra_esterlina libras_esterlinas livre_sterling
GBP|livres_sterling sterlina_britannica sterline_britanniche
HKD|dollar_de_hong_kong dollari_di_hong_kong dollaro_di_hong_kong dollars_de_hong_kong dólar_de_hong_kong dólar_hongkonés
HKD|dólares_de_hong_kong dólares_hongkoneses hongkong-dollar hongkongse_dollar
HUF|fiorini_ungheresi fiorino_ungherese florim_húngaro florins_húngaros forint_hongrois forinto_húngaro forintos_húngaros
HUF|forints_hongrois hongaarse_forint ungarisch*_forint
IDR|indonesisch*_roepia indonesisch*_rupiah roupie_indonésienne roupies_indonésiennes rupia_indonesia rupia_indonesiana
IDR|rupia_indonésia rupias_indonesias rupias_indonésias rupie_indonesiane
IEP|iers_pond irisch*_pfund libra_irlandesa libras_irlandesas livre_irlandaise livres_irlandaises sterlina_irlandese
ILS|israelisch*_neue_schekel israelisch*_neuer_schekel israëlisch*_nieuwe_shekel nouveau_shekel_israélien
ILS|nouveaux_shekels_israéliens novo_shekel_israelense novos_shekels_israelenses nuevo_séquel_israelí nuevos_séqueles_israelíes
ILS|nuovi_sicli_israeliani nuovo_siclo_israeliano
INR|rupie rupien rupias roupie roupies roepie roepies indiase_roepie indisch*_rupie indisch*_rupien roupie_indienne
INR|roupies_indiennes rupia_india rupia_indiana rupias_indianas rupias_indias rupie_indiane
ISK|coroa_islandesa coroas_islandesas corona_islandesa corona_islandese coronas_islandesas corone_islandesi couronne_islandaise
ISK|couronnes_islandaises ijslandse_kronen ijslandse_kroon isländisch*_krone isländisch*_kronen
ITL|italiaanse_lire italienisch*_lira italienisch*_lire lira_italiana liras_italianas lire_italienne lires_italiennes
JPY|yenes yens iene ienes iene_japonês ienes_japoneses japanisch*_yen japanse_yen yen_giapponese yen_giapponesi yen_japonais
JPY|yen_japonés yenes_japoneses yens_japonais
KRW|südkoreanisch*_won won_sud-coréen won_sudcoreani won_sudcoreano won_sul-coreano won_surcoreano wons_sud-coréens
KRW|wons_sul-coreanos wons_surcoreanos zuid-koreaanse_won
MXN|mexicaanse_peso mexikanisch*_pesos mexikanisch*_peso peso_messicano peso_mexicain peso_mexicano pesos_messicani
MXN|pesos_mexicains pesos_mexicanos
MYR|malaysisch*_ringgit maleisisch*_ringgit ringgit_malaio ringgit_malais ringgit_malese ringgit_malesi ringgits_malaios
MYR|ringgits_malais ringit_malasio ringits_malasios
NLG|gulden florines_holandeses fiorino_olandese florim_holandês florin_néerlandais florines_neerlandeses florins_holandeses
NLG|florins_néerlandais florín_neerlandés nederlandse_gulden niederländisch*_gulden
NOK|coroa_norueguesa coroas_norueguesas corona_noruega corona_norvegese coronas_noruegas corone_norvegesi couronne_norvégienne
NOK|couronnes_norvégiennes noorse_kronen noorse_kroon norwegisch*_krone norwegisch*_kronen
NZD|dollar_néo-zélandais dollari_neozelandesi dollaro_neozelandese dollars_néo-zélandais dólar_neozelandés dólar_neozelandês
NZD|dólares_neozelandeses neuseeland-dollar nieuw-zeelandse_dollar
PHP|filipijnse_peso peso_filipino peso_filippino peso_philippin pesos_filipinos pesos_filippini pesos_philippins
PHP|philippinisch*_pesos philippinisch*_peso
PLN|zlote esloti_polaco eslotis_polacos polnisch*_złoty poolse_zloty zloty_polacchi zloty_polacco zloty_polonais zloty_polonês
PLN|zlotys_polonais zlotys_poloneses
PTE|escudo_portoghese escudo_portugais escudo_portugués escudo_português escudos_portugais escudos_portugueses portugese_escudo
PTE|portugiesisch*_escudo
RON|lei_roumains lei_rumeni leu_romeno leu_roumain leu_rumano leu_rumeno leus_romenos leus_rumanos roemeense_leu rumänisch*_leu
RUB|rublo rublos rubli rubel roebel rouble_russe roubles_russes rubli_russi rublo_ruso rublo_russo rublos_rusos rublos_russos
RUB|russisch*_roebel russisch*_rubel
SAR|rial_saudí riales_saudíes riyal_saoudien riyal_saudita riyal_sauditi riyales_sauditas riyals_saoudiens saoedi-arabische_riyal
SAR|saudi-rial
SEK|coroa_sueca coroas_suecas corona_sueca corona_svedese coronas_suecas corone_svedesi couronne_suédoise couronnes_suédoises
SEK|schwedisch*_krone schwedisch*_kronen zweedse_kronen zweedse_kroon
SGD|dollar_de_singapour dollari_di_singapore dollaro_di_singapore dollars_de_singapour dólar_singapurense dólar_singapuriano
SGD|dólares_singapurenses dólares_singapurianos singaporese_dollar singapur-dollar
THB|baht_tailandês baht_thailandese baht_thailandesi baht_thaïlandais bahts_tailandeses bahts_thaïlandais bat_tailandés
THB|bats_tailandeses thailändisch*_baht thaise_baht
TRY|lira_turca liras_turcas lire_turche livre_turque livres_turques turkse_lira türkisch*_lira
TWD|neue_taiwan-dollar neuer_taiwan-dollar nieuwe_taiwanese_dollar nouveau_dollar_taïwanais nouveaux_dollars_taïwanais
TWD|novo_dólar_taiwanês novos_dólares_taiwaneses nuevo_dólar_taiwanés nuevos_dólares_taiwaneses nuovi_dollari_taiwanesi
TWD|nuovo_dollaro_taiwanese
UAH|grivna_ucraniana grivnas_ucranianas grivnia_ucraina grivnie_ucraine hryvnia_ucraniano hryvnia_ukrainienne hryvnias_ucranianos
UAH|hryvnias_ukrainiennes oekraïense_hryvnia ukrainisch*_hrywen ukrainisch*_hrywnja
USD|dólar_estadunidense dólares_estadunidenses dollar_états-unis dollar_américain dollars_américains dollari_americani
USD|dollaro_americano amerikanisch*_dollar amerikaanse_dollar
USD|dollar_des_états-unis dollari_statunitensi dollaro_statunitense dollars_des_états-unis dólar_americano dólar_estadounidense
USD|dólares_americanos dólares_estadounidenses us-dollar
ZAR|rand_sud-africain rand_sudafricani rand_sudafricano rand_sul-africano rands_sud-africains rands_sudafricanos
ZAR|rands_sul-africanos südafrikanisch*_rand zuid-afrikaanse_rand
franc|franco francos franchi franken frank
"""
_PARTS_TABLE = """
cent|céntimo céntimos centesimo centesimi cêntimo cêntimos
penny|penique peniques
"""
_ENDINGS = ("e", "er", "en", "es")


def _load(table: str) -> dict[str, str]:
    names: dict[str, str] = {}
    for line in table.strip().splitlines():
        unit, words = line.split("|")
        for word in words.split():
            forms = [word.replace("*", ending) for ending in _ENDINGS] if "*" in word else [word]
            names.update({form.replace("_", " "): unit for form in forms})
    for name, unit in list(names.items()):
        names.setdefault(bare(name), unit)
    return names


NAMES: dict[str, str] = _load(_TABLE)
"""Lower-case name -> unit of `money`."""
PARTS: dict[str, str] = _load(_PARTS_TABLE)
"""Lower-case name of a hundredth -> unit of `money`."""
