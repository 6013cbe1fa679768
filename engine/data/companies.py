"""Large listed companies with their ticker, the best known crypto-currencies, and everyday words for currencies and languages."""

from __future__ import annotations

TICKERS = """AAPL=Apple,Apple Inc|MSFT=Microsoft,Microsoft Corporation,MS|NVDA=Nvidia,Nvidia Corporation
GOOGL=Google,Alphabet,Alphabet Inc
GOOG=Google,Alphabet,Alphabet Inc|AMZN=Amazon,Amazon.com|META=Meta,Meta Platforms,Facebook|TSLA=Tesla,Tesla Motors,Tesla Inc
BRK.B=Berkshire Hathaway,Berkshire|BRK.A=Berkshire Hathaway,Berkshire|AVGO=Broadcom|LLY=Eli Lilly,Lilly
JPM=JPMorgan,JPMorgan Chase,JP Morgan,J.P. Morgan
V=Visa|UNH=UnitedHealth,UnitedHealth Group|XOM=Exxon,ExxonMobil,Exxon Mobil|MA=Mastercard|JNJ=Johnson & Johnson,J&J,Johnson and Johnson
PG=Procter & Gamble,P&G,Procter and Gamble|HD=Home Depot,The Home Depot|COST=Costco|ABBV=AbbVie|MRK=Merck|ORCL=Oracle|CVX=Chevron
KO=Coca-Cola,Coke,The Coca-Cola Company,Coca Cola|PEP=PepsiCo,Pepsi|BAC=Bank of America,BofA|WMT=Walmart,Wal-Mart|ADBE=Adobe
CRM=Salesforce|NFLX=Netflix|AMD=AMD,Advanced Micro Devices|INTC=Intel|QCOM=Qualcomm|TXN=Texas Instruments|CSCO=Cisco,Cisco Systems
IBM=IBM,International Business Machines|MU=Micron,Micron Technology|AMAT=Applied Materials|LRCX=Lam Research|KLAC=KLA|ASML=ASML
TSM=TSMC,Taiwan Semiconductor|ARM=Arm,Arm Holdings|DELL=Dell,Dell Technologies|HPQ=HP,HP Inc|HPE=Hewlett Packard Enterprise
SMCI=Supermicro,Super Micro Computer|PLTR=Palantir|SNOW=Snowflake|NOW=ServiceNow|INTU=Intuit|PANW=Palo Alto Networks|CRWD=CrowdStrike
ZS=Zscaler|OKTA=Okta|DDOG=Datadog|NET=Cloudflare|MDB=MongoDB|TEAM=Atlassian|SHOP=Shopify|SQ=Block,Square|XYZ=Block|PYPL=PayPal
COIN=Coinbase
HOOD=Robinhood|SPOT=Spotify|UBER=Uber|LYFT=Lyft|ABNB=Airbnb|DASH=DoorDash|BKNG=Booking Holdings,Booking.com|EXPE=Expedia|EBAY=eBay
ETSY=Etsy|SNAP=Snap,Snapchat|PINS=Pinterest|RDDT=Reddit|TWTR=Twitter|ZM=Zoom,Zoom Video|DOCU=DocuSign|TWLO=Twilio|WDAY=Workday
DIS=Disney,Walt Disney,The Walt Disney Company|CMCSA=Comcast|T=AT&T|VZ=Verizon|TMUS=T-Mobile,T-Mobile US
WBD=Warner Bros. Discovery,Warner Bros Discovery
PARA=Paramount|SONY=Sony|NTDOY=Nintendo|EA=Electronic Arts|TTWO=Take-Two,Take-Two Interactive|RBLX=Roblox|NKE=Nike|ADDYY=Adidas
LULU=Lululemon
SBUX=Starbucks|MCD=McDonald's,McDonalds|YUM=Yum! Brands,Yum Brands|CMG=Chipotle|DPZ=Domino's,Dominos|TGT=Target|LOW=Lowe's,Lowes
BBY=Best Buy
KR=Kroger|CVS=CVS,CVS Health|WBA=Walgreens|TJX=TJX|GME=GameStop|AMC=AMC,AMC Entertainment|F=Ford,Ford Motor|GM=General Motors,GM
RIVN=Rivian|LCID=Lucid,Lucid Motors|NIO=NIO|TM=Toyota|HMC=Honda|STLA=Stellantis|RACE=Ferrari|BA=Boeing|AIR.PA=Airbus
LMT=Lockheed Martin,Lockheed
RTX=Raytheon,RTX|NOC=Northrop Grumman|GD=General Dynamics|GE=General Electric,GE Aerospace|HON=Honeywell|MMM=3M|CAT=Caterpillar
DE=Deere,John Deere
UPS=UPS,United Parcel Service|FDX=FedEx|DAL=Delta,Delta Air Lines|UAL=United Airlines,United|AAL=American Airlines
LUV=Southwest Airlines,Southwest
JBLU=JetBlue|MAR=Marriott|HLT=Hilton|PFE=Pfizer|MRNA=Moderna|AZN=AstraZeneca|GSK=GSK,GlaxoSmithKline|NVS=Novartis|SNY=Sanofi
BMY=Bristol-Myers Squibb,Bristol Myers Squibb
AMGN=Amgen|GILD=Gilead,Gilead Sciences|TMO=Thermo Fisher,Thermo Fisher Scientific|DHR=Danaher|ABT=Abbott,Abbott Laboratories|MDT=Medtronic
ISRG=Intuitive Surgical|NVO=Novo Nordisk|GS=Goldman Sachs,Goldman|MS=Morgan Stanley|C=Citigroup,Citi,Citibank|WFC=Wells Fargo
AXP=American Express,Amex
SCHW=Charles Schwab,Schwab|BLK=BlackRock|BX=Blackstone|USB=U.S. Bancorp,US Bancorp|HSBC=HSBC|BCS=Barclays|UBS=UBS|DB=Deutsche Bank
SAN=Santander
SHEL=Shell|BP=BP,British Petroleum|TTE=TotalEnergies,Total|COP=ConocoPhillips|OXY=Occidental,Occidental Petroleum|SLB=Schlumberger
NEE=NextEra Energy
RIO=Rio Tinto|BHP=BHP|UL=Unilever|NSRGY=Nestlé,Nestle|DEO=Diageo|PM=Philip Morris|MO=Altria|KHC=Kraft Heinz|MDLZ=Mondelez
CL=Colgate-Palmolive
EL=Estée Lauder,Estee Lauder|SAP=SAP|SIEGY=Siemens|BABA=Alibaba,Alibaba Group|TCEHY=Tencent|BIDU=Baidu|JD=JD.com
PDD=PDD Holdings,Pinduoduo
INFY=Infosys|ACN=Accenture|CTSH=Cognizant|MELI=MercadoLibre,Mercado Libre|SE=Sea Limited|GRAB=Grab|MSTR=MicroStrategy,Strategy"""

CRYPTO = """BTC=Bitcoin|ETH=Ethereum,Ether|USDT=Tether|USDC=USD Coin|BNB=Binance Coin|SOL=Solana|XRP=Ripple|ADA=Cardano|DOGE=Dogecoin
DOT=Polkadot
AVAX=Avalanche|LTC=Litecoin|LINK=Chainlink|BCH=Bitcoin Cash|XLM=Stellar,Stellar Lumens|XMR=Monero|SHIB=Shiba Inu|UNI=Uniswap|TRX=Tron
ATOM=Cosmos"""

CURRENCY_VARIANTS = """USD=$,dollar,dollars,buck,bucks,US dollars,U.S. dollars,American dollars,US$|EUR=euro,euros,€
GBP=pound,pounds,pound sterling,sterling,quid,£
JPY=yen,¥|CNY=yuan,renminbi,RMB,¥|INR=rupee,rupees,₹|CHF=franc,francs,Swiss francs|CAD=$,Canadian dollars,C$,loonie,dollars,dollar
AUD=$,Aussie dollars,Australian dollars,A$,dollars,dollar
NZD=$,New Zealand dollars,NZ$,kiwi dollars,dollars,dollar|SGD=$,Singapore dollars,S$,dollars,dollar
HKD=$,Hong Kong dollars,HK$,dollars,dollar|MXN=peso,pesos,Mexican pesos
KRW=won,₩|SEK=Swedish krona,Swedish kronor,krona,kronor|NOK=Norwegian kroner,krone,kroner|DKK=Danish kroner,krone,kroner
PLN=zloty,zlotys,złoty
RUB=ruble,rubles,rouble,roubles,₽|TRY=lira,liras,Turkish lira,₺|BRL=real,reais,Brazilian reais,R$|ZAR=rand,South African rand
ILS=shekel,shekels,₪
THB=baht,฿|VND=dong,₫|PHP=Philippine pesos,₱|AED=dirham,dirhams|SAR=riyal,riyals|CZK=Czech koruna,koruna|HUF=forint|NGN=naira,₦
UAH=hryvnia,₴"""

LANGUAGE_VARIANTS = """zh=Mandarin,Mandarin Chinese|fa=Farsi|es=Castilian|nl=Flemish|el=Modern Greek|he=Modern Hebrew
nb=Bokmål,Norwegian Bokmål|fil=Filipino,Tagalog"""
