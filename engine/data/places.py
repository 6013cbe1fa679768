"""States and provinces, country variants and demonyms, short forms of cities, and large airports by city."""

from __future__ import annotations

COUNTRY_VARIANTS = """US=USA,U.S.,U.S.A.,United States of America,America,the States,the US
GB=UK,U.K.,Great Britain,Britain,the UK|AE=UAE,U.A.E.,Emirates|KR=South Korea,Republic of Korea,Korea|KP=North Korea,DPRK
RU=Russian Federation|CZ=Czech Republic,Czechia|NL=Holland,The Netherlands|CN=PRC,People's Republic of China,Mainland China
TW=Republic of China|VN=Viet Nam|TR=Turkey,Türkiye,Turkiye|IR=Islamic Republic of Iran,Persia|SY=Syrian Arab Republic|LA=Lao PDR,Laos
MM=Burma,Myanmar|CI=Ivory Coast,Cote d'Ivoire|CD=DRC,DR Congo,Democratic Republic of the Congo|CG=Republic of the Congo,Congo
MK=Macedonia,North Macedonia|SZ=Swaziland,Eswatini|CV=Cape Verde|TL=East Timor|VA=Vatican,Holy See,Vatican City|PS=Palestine
MO=Macau,Macao|HK=Hong Kong|BA=Bosnia|TT=Trinidad|KN=Saint Kitts|LC=Saint Lucia|VC=Saint Vincent|MD=Republic of Moldova
TZ=United Republic of Tanzania|VE=Bolivarian Republic of Venezuela|BO=Plurinational State of Bolivia|BN=Brunei Darussalam
DE=Federal Republic of Germany,Deutschland|FR=French Republic|IE=Republic of Ireland,Eire|ZA=RSA,Republic of South Africa
NZ=Aotearoa|SA=KSA,Kingdom of Saudi Arabia|PH=The Philippines,Philippines|GM=The Gambia,Gambia|BS=The Bahamas,Bahamas|EU=EU,European Union"""

DEMONYMS = """US=American|GB=British|DE=German|FR=French|ES=Spanish|IT=Italian|PT=Portuguese|NL=Dutch|BE=Belgian|AT=Austrian|CH=Swiss|IE=Irish
DK=Danish|SE=Swedish|NO=Norwegian|FI=Finnish|IS=Icelandic|PL=Polish|CZ=Czech|SK=Slovak|HU=Hungarian|RO=Romanian|BG=Bulgarian|GR=Greek
HR=Croatian|RS=Serbian|SI=Slovenian|UA=Ukrainian|RU=Russian|BY=Belarusian|LT=Lithuanian|LV=Latvian|EE=Estonian|TR=Turkish|IL=Israeli
EG=Egyptian|MA=Moroccan|DZ=Algerian|TN=Tunisian|SA=Saudi|AE=Emirati|IR=Iranian|IQ=Iraqi|SY=Syrian|LB=Lebanese|JO=Jordanian|IN=Indian
PK=Pakistani|BD=Bangladeshi|LK=Sri Lankan|NP=Nepali|CN=Chinese|JP=Japanese|KR=Korean,South Korean|KP=North Korean|TW=Taiwanese|TH=Thai
VN=Vietnamese|MY=Malaysian|SG=Singaporean|ID=Indonesian|PH=Filipino|AU=Australian|NZ=New Zealander|CA=Canadian|MX=Mexican|BR=Brazilian
AR=Argentine,Argentinian|CL=Chilean|CO=Colombian|PE=Peruvian|VE=Venezuelan|EC=Ecuadorian|BO=Bolivian|UY=Uruguayan|CU=Cuban|JM=Jamaican
NG=Nigerian|KE=Kenyan|GH=Ghanaian|ET=Ethiopian|ZA=South African"""

STATES = """US state:AL=Alabama|AK=Alaska|AZ=Arizona|AR=Arkansas|CA=California,Calif,Cali|CO=Colorado|CT=Connecticut|DE=Delaware|FL=Florida,Fla
GA=Georgia|HI=Hawaii|ID=Idaho|IL=Illinois|IN=Indiana|IA=Iowa|KS=Kansas|KY=Kentucky|LA=Louisiana|ME=Maine|MD=Maryland|MA=Massachusetts,Mass
MI=Michigan|MN=Minnesota|MS=Mississippi|MO=Missouri|MT=Montana|NE=Nebraska|NV=Nevada|NH=New Hampshire|NJ=New Jersey|NM=New Mexico
NY=New York,New York State|NC=North Carolina|ND=North Dakota|OH=Ohio|OK=Oklahoma|OR=Oregon|PA=Pennsylvania,Penn|RI=Rhode Island
SC=South Carolina|SD=South Dakota|TN=Tennessee,Tenn|TX=Texas,Tex|UT=Utah|VT=Vermont|VA=Virginia|WA=Washington,Washington State
WV=West Virginia|WI=Wisconsin|WY=Wyoming|DC=District of Columbia|PR=Puerto Rico|GU=Guam|VI=US Virgin Islands|AS=American Samoa
Canadian province:AB=Alberta|BC=British Columbia|MB=Manitoba|NB=New Brunswick|NL=Newfoundland and Labrador,Newfoundland
NS=Nova Scotia|NT=Northwest Territories|NU=Nunavut|ON=Ontario|PE=Prince Edward Island,PEI|QC=Quebec,Québec|SK=Saskatchewan|YT=Yukon
Australian state:NSW=New South Wales|QLD=Queensland|SA=South Australia|TAS=Tasmania|VIC=Victoria|WA=Western Australia
ACT=Australian Capital Territory|NT=Northern Territory"""

CITY_FORMS = """New York=NYC,New York City,NY,Big Apple,New York NY|Los Angeles=LA,L.A.,Los Angeles CA,City of Angels|San Francisco=SF,San Fran,Frisco
Philadelphia=Philly,PHL|Washington=DC,D.C.,Washington DC,Washington D.C.,Washington, D.C.|Las Vegas=Vegas|New Orleans=NOLA
Chicago=Chi-Town,Windy City|Atlanta=ATL|Detroit=Motown,Motor City|Salt Lake City=SLC|Kansas City=KC|Oklahoma City=OKC
Minneapolis=Mpls|Saint Paul=St. Paul,St Paul|Saint Louis=St. Louis,St Louis,STL|Saint Petersburg=St. Petersburg,St Petersburg|Phoenix=PHX
Dallas=Big D|Fort Worth=Ft. Worth,Ft Worth|Fort Lauderdale=Ft. Lauderdale,Ft Lauderdale|Jacksonville=Jax|Nashville=Music City
Indianapolis=Indy|Cincinnati=Cincy|San Antonio=San Antone|Houston=H-Town|Boston=Beantown|Baltimore=Bmore|Portland=PDX
Mexico City=CDMX,Ciudad de México,Ciudad de Mexico|Rio de Janeiro=Rio|São Paulo=Sao Paulo,Sampa|Buenos Aires=BsAs|Kuala Lumpur=KL
Hong Kong=HK|Bengaluru=Bangalore,BLR|Mumbai=Bombay|Kolkata=Calcutta|Chennai=Madras|Beijing=Peking|Guangzhou=Canton
Ho Chi Minh City=HCMC,Saigon|Yangon=Rangoon|Johannesburg=Joburg,Jozi,JNB|Cape Town=CPT|Tel Aviv=TLV,Tel Aviv-Yafo
Munich=München,Muenchen|Cologne=Köln,Koeln|Vienna=Wien|Rome=Roma|Milan=Milano|Florence=Firenze|Venice=Venezia|Naples=Napoli|Turin=Torino
Lisbon=Lisboa|Seville=Sevilla|Prague=Praha|Warsaw=Warszawa|Copenhagen=København,Kobenhavn|Gothenburg=Göteborg|Brussels=Bruxelles,Brussel
Antwerp=Antwerpen|Geneva=Genève,Geneve,Genf|Zurich=Zürich,Zuerich|Athens=Athina|Moscow=Moskva|Kyiv=Kiev|Istanbul=Constantinople
The Hague=Den Haag|Nuremberg=Nürnberg|Montreal=Montréal,MTL|Quebec City=Québec City,Quebec"""

AIRPORTS = """New York=NYC JFK LGA EWR|Newark=EWR|Los Angeles=LAX|Chicago=CHI ORD MDW|San Francisco=SFO|Oakland=OAK|San Jose=SJC|San Diego=SAN
Washington=WAS IAD DCA|Baltimore=BWI|Boston=BOS|Atlanta=ATL|Dallas=DFW DAL|Fort Worth=DFW|Houston=HOU IAH|Miami=MIA|Fort Lauderdale=FLL
Orlando=MCO|Tampa=TPA|Seattle=SEA|Portland=PDX PWM|Denver=DEN|Phoenix=PHX|Las Vegas=LAS|Salt Lake City=SLC|Minneapolis=MSP|Detroit=DTT DTW
Philadelphia=PHL|Charlotte=CLT|Nashville=BNA|Austin=AUS|San Antonio=SAT|Saint Louis=STL|Kansas City=MCI|Cleveland=CLE|Cincinnati=CVG
Columbus=CMH|Indianapolis=IND|Pittsburgh=PIT|Raleigh=RDU|New Orleans=MSY|Sacramento=SMF|Honolulu=HNL|Anchorage=ANC|Milwaukee=MKE
Memphis=MEM|Jacksonville=JAX|Hartford=BDL|Buffalo=BUF|Albuquerque=ABQ|Tucson=TUS|Omaha=OMA|Boise=BOI|Louisville=SDF|Richmond=RIC
Norfolk=ORF|Oklahoma City=OKC|Tulsa=TUL|El Paso=ELP|Reno=RNO|Palm Springs=PSP|Santa Ana=SNA|Burbank=BUR|Long Beach=LGB|Fort Myers=RSW
West Palm Beach=PBI|Charleston=CHS|Savannah=SAV|Providence=PVD|Albany=ALB|Rochester=ROC|Syracuse=SYR|Des Moines=DSM|Spokane=GEG
Kahului=OGG|San Juan=SJU|Toronto=YTO YYZ YTZ|Montreal=YMQ YUL|Vancouver=YVR|Calgary=YYC|Ottawa=YOW|Edmonton=YEG|Winnipeg=YWG|Halifax=YHZ
Quebec City=YQB|Mexico City=MEX|Cancun=CUN|Guadalajara=GDL|Monterrey=MTY|Tijuana=TIJ|Panama City=PTY|Havana=HAV|Punta Cana=PUJ
Montego Bay=MBJ|Nassau=NAS|Bogota=BOG|Medellin=MDE|Lima=LIM|Quito=UIO|Santiago=SCL|Buenos Aires=BUE EZE AEP|São Paulo=SAO GRU CGH
Rio de Janeiro=RIO GIG SDU|Brasilia=BSB|Montevideo=MVD|London=LON LHR LGW STN LTN LCY|Manchester=MAN|Birmingham=BHX BHM|Edinburgh=EDI
Glasgow=GLA|Bristol=BRS|Liverpool=LPL|Belfast=BFS BHD|Dublin=DUB|Paris=PAR CDG ORY|Nice=NCE|Lyon=LYS|Marseille=MRS|Toulouse=TLS
Bordeaux=BOD|Amsterdam=AMS|Brussels=BRU|Frankfurt=FRA|Munich=MUC|Berlin=BER|Hamburg=HAM|Düsseldorf=DUS|Cologne=CGN|Stuttgart=STR
Zurich=ZRH|Geneva=GVA|Basel=BSL|Vienna=VIE|Salzburg=SZG|Madrid=MAD|Barcelona=BCN|Malaga=AGP|Valencia=VLC|Seville=SVQ|Palma de Mallorca=PMI
Ibiza=IBZ|Lisbon=LIS|Porto=OPO|Faro=FAO|Rome=ROM FCO CIA|Milan=MIL MXP LIN|Venice=VCE|Florence=FLR|Naples=NAP|Bologna=BLQ|Turin=TRN
Catania=CTA|Athens=ATH|Thessaloniki=SKG|Istanbul=IST SAW|Ankara=ESB|Antalya=AYT|Copenhagen=CPH|Stockholm=STO ARN BMA|Gothenburg=GOT
Oslo=OSL|Bergen=BGO|Helsinki=HEL|Reykjavik=KEF|Warsaw=WAW|Krakow=KRK|Prague=PRG|Budapest=BUD|Bucharest=OTP|Sofia=SOF|Belgrade=BEG
Zagreb=ZAG|Split=SPU|Dubrovnik=DBV|Ljubljana=LJU|Riga=RIX|Tallinn=TLL|Vilnius=VNO|Kyiv=KBP IEV|Moscow=MOW SVO DME VKO|Saint Petersburg=LED
Luxembourg=LUX|Malta=MLA|Larnaca=LCA|Dubai=DXB DWC|Abu Dhabi=AUH|Doha=DOH|Riyadh=RUH|Jeddah=JED|Kuwait City=KWI|Manama=BAH|Muscat=MCT
Tel Aviv=TLV|Amman=AMM|Beirut=BEY|Cairo=CAI|Casablanca=CMN|Marrakesh=RAK|Tunis=TUN|Algiers=ALG|Lagos=LOS|Accra=ACC|Nairobi=NBO
Addis Ababa=ADD|Johannesburg=JNB|Cape Town=CPT|Durban=DUR|Dakar=DSS|Mauritius=MRU|Delhi=DEL|New Delhi=DEL|Mumbai=BOM|Bengaluru=BLR
Chennai=MAA|Kolkata=CCU|Hyderabad=HYD|Goa=GOI|Kathmandu=KTM|Dhaka=DAC|Colombo=CMB|Karachi=KHI|Lahore=LHE|Islamabad=ISB|Bangkok=BKK DMK
Phuket=HKT|Chiang Mai=CNX|Singapore=SIN|Kuala Lumpur=KUL|Jakarta=JKT CGK|Denpasar=DPS|Bali=DPS|Manila=MNL|Cebu=CEB|Hanoi=HAN
Ho Chi Minh City=SGN|Phnom Penh=KTI PNH|Hong Kong=HKG|Macau=MFM|Taipei=TPE TSA|Shanghai=SHA PVG|Beijing=BJS PEK PKX|Guangzhou=CAN
Shenzhen=SZX|Chengdu=CTU TFU|Tokyo=TYO HND NRT|Osaka=OSA KIX ITM|Nagoya=NGO|Fukuoka=FUK|Sapporo=CTS|Okinawa=OKA|Seoul=SEL ICN GMP
Busan=PUS|Jeju=CJU|Sydney=SYD|Melbourne=MEL|Brisbane=BNE|Perth=PER|Adelaide=ADL|Cairns=CNS|Gold Coast=OOL|Canberra=CBR|Auckland=AKL
Wellington=WLG|Christchurch=CHC|Queenstown=ZQN|Nadi=NAN|Papeete=PPT"""

AIRPORT_NAMES = """JFK=Kennedy,John F. Kennedy,JFK Airport|LGA=LaGuardia,La Guardia|EWR=Newark Liberty,Newark Airport|ORD=O'Hare,OHare|MDW=Midway
IAD=Dulles|DCA=Reagan National,National Airport,Reagan|LHR=Heathrow|LGW=Gatwick|STN=Stansted|LTN=Luton|LCY=London City
CDG=Charles de Gaulle,Roissy|ORY=Orly|FCO=Fiumicino|MXP=Malpensa|LIN=Linate|HND=Haneda|NRT=Narita|KIX=Kansai|ICN=Incheon|GMP=Gimpo
YYZ=Pearson|BOS=Logan|ATL=Hartsfield-Jackson|IAH=George Bush Intercontinental|SNA=John Wayne|SIN=Changi|AMS=Schiphol|BKK=Suvarnabhumi
SVO=Sheremetyevo|DME=Domodedovo|PVG=Pudong|SHA=Hongqiao|PEK=Beijing Capital|PKX=Beijing Daxing|SAW=Sabiha Gökçen,Sabiha Gokcen
GRU=Guarulhos|CGH=Congonhas|GIG=Galeão,Galeao|EZE=Ezeiza|DFW=Dallas Fort Worth,Dallas/Fort Worth|DAL=Love Field|HOU=Hobby|MSP=Minneapolis-Saint Paul
DXB=Dubai International|CGK=Soekarno-Hatta|TPE=Taoyuan|SEA=SeaTac,Sea-Tac"""
