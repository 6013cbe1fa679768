"""The words of English prose that carry no content, and those that turn its meaning; small general tables of our own."""

from __future__ import annotations

from functools import lru_cache

from ..normalize import stem

FUNCTION_WORDS = frozenset(
    "a an the this that these those some any each every all both either neither no not nor none and or but so yet if then than as of at by for from in into on"
    " onto to with without within about above across after against along among around before behind below beneath beside between beyond during"
    " except inside near off out outside over past per since through throughout till toward towards under until up upon via"
    " i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself it its itself they them their theirs"
    " themselves who whom whose which what when where why how one ones"
    " am is are was were be been being do does did done doing have has had having can could may might must shall should will would ought"
    " s t d ll m re ve don doesn didn isn aren wasn weren wouldn couldn shouldn hasn haven hadn cannot"
    " also just only even still too very more most much many few less least such same other another own again further once here there now"
    " however therefore thus hence moreover furthermore additionally meanwhile overall although though while whereas because unless whether"
    " like well etc eg ie vs mr mrs ms dr said says say according"
    " hello hi hey thanks thank welcome sorry please yes okay ok based provided given passage passages article text document context information".split()
)
"""Not counted as content: articles, pronouns, prepositions, auxiliaries, connectives, and what an answer says of its sources."""

NEGATIONS = frozenset(
    "not no non never none nobody nothing neither nor without cannot hardly scarcely barely fail fails failed failing lack lacks lacked lacking"
    " refuse refuses refused deny denies denied unable t false".split()
)
"""Words that turn a statement into its opposite; `t` is what folding leaves of "isn't"."""

ABSOLUTES = frozenset("all every always never only none entire entirely completely any each most best worst first last largest biggest highest lowest".split())
"""Words that leave no exception."""

HEDGES = frozenset("may might could likely possibly perhaps appears seems suggests probably potentially would".split())
"""Words that leave a statement open."""

_IRREGULAR = {
    form: base
    for base, forms in {
        "begin": "began begun", "become": "became", "break": "broke broken", "bring": "brought", "build": "built", "buy": "bought", "catch": "caught",
        "choose": "chose chosen", "come": "came", "cut": "cutting", "draw": "drew drawn", "drive": "drove driven", "eat": "ate eaten", "fall": "fell fallen",
        "feel": "felt", "fight": "fought", "find": "found", "fly": "flew flown", "forget": "forgot forgotten", "get": "got gotten getting", "give": "gave given",
        "go": "went gone goes", "grow": "grew grown growth", "hear": "heard", "hold": "held", "keep": "kept", "know": "knew known", "lead": "led", "leave": "left",
        "lose": "lost loss losing", "make": "made making", "mean": "meant", "meet": "met", "pay": "paid payment", "rise": "rose risen", "run": "ran running",
        "see": "saw seen", "sell": "sold", "send": "sent", "show": "shown", "shoot": "shot", "sing": "sang sung", "sit": "sat", "speak": "spoke spoken speech",
        "spend": "spent", "stand": "stood", "steal": "stole stolen", "swim": "swam swum", "take": "took taken taking", "teach": "taught", "tell": "told",
        "think": "thought", "throw": "threw thrown", "understand": "understood", "wear": "wore worn", "win": "won winning winner", "write": "wrote written writing",
        "die": "died dying death dead", "lie": "lay lying", "child": "children", "man": "men", "woman": "women", "person": "people persons", "foot": "feet",
        "wife": "wives", "life": "lives", "city": "cities", "country": "countries", "strike": "struck", "bear": "born", "beat": "beaten", "do": "does",
        "kill": "killed killing", "plan": "planned planning", "stop": "stopped", "drop": "dropped", "arrive": "arrival", "depart": "departure", "grief": "grieve",
        "good": "better best", "bad": "worse worst", "use": "used using usage", "decide": "decision", "announce": "announcement", "describe": "description",
        "explain": "explanation", "receive": "receipt", "analyze": "analysis analyse", "believe": "belief", "choice": "choices", "able": "ability",
        "strong": "strength", "long": "length", "high": "height", "wide": "width", "deep": "depth", "hot": "heat", "marry": "marriage", "injure": "injury injuries",
    }.items()
    for form in forms.split()
}  # fmt: skip


@lru_cache(maxsize=65536)
def root(word: str) -> str:
    """The stem of a folded word, irregular forms included."""
    return stem(_IRREGULAR.get(word, word))


_PLAIN = """
able accept accord account achieve acknowledge act active activity actual add addition additional address advice affect age agree aim allow
alternative amenity amount answer appear appreciate approach appropriate approximate area argue arrive ask aspect assess assign assist associate
attempt attend attract attribute author available average avoid aware away back background bad balance base basic become begin behavior being believe
benefit big block boost both break brief bring broad build business call can cannot capable care careful carry case cause caution center certain
challenge chance change character characterize choice choose cite claim clarify class clear close collect combination combine come comfort commend
comment commit common community company compare compile complain complete complex comprehensive concern conclude condition conduct confirm conflict
connect consequence consider consist consistent contact contain content context continue contribute control convenient convey cook correct cost could
couple course cover create criterion critical criticism criticize current customer daily danger data day deal decide declare decline decrease dedicate
deem define degree deliver demand demonstrate depend depict describe design desire despite detail determine develop difference difficult dine direct
disagree disappoint discover discuss dish display distinct diverse draw due dynamic early ease easy effect effective effort either element else emerge
emphasize enable encounter encourage end engage enhance enjoy enough ensure enter entire environment equip especially essential essentially establish
establishment estimate event everyone evidence evident exact example excellent exceptional exclude exhibit exist expand expect experience explain
explore express extend extent face fact factor fail fall familiar family fan fast feature feedback feel figure final find fine finish first flexible
focus follow food form former found frequent friend friendly frustrate full function further future gain general get give go goal good great group
grow guest guide half hand handle happen happy hard help high highlight hold hope hour idea ideal identify illustrate impact imply important impress
improve include increase indeed indicate individual influence inform ingredient initial input inside insight insist instance instead instruct
instruction intend interest introduce involve issue item job join keep key kid kind know known lack large last late later latest lead learn leave less
let level lie life light likely limit line list little live local locate location long look lose lot low main maintain major make man manage manner
mark matter mean measure meet member mention menu method middle mind minor miss mix mixed moment month mostly move multiple name narrative nature near
necessary need negative new next nice normally notable note notice number objective observe obtain obvious occasion occur offer old ongoing open
operate opinion opportunity option order organize original others otherwise outcome outline outside overall overview own part particular particularly
party pass past pay people perceive perform period person perspective phase place plan play pleasant pleased point poor popular portion pose positive
possess possible post potential powerful practice praise prefer prepare present prevent previous primary prior problem proceed process produce product
prominent promote proper properly propose prospect provide public publish purpose pursue put quality question quick quite raise range rate rather
rating reach react read ready real realize reason recall receive recent recipe recognize recommend record reduce refer reflect regard regardless
regular relate relationship relative release relevant rely remain remark remarkable remember remind remove repeat replace reply report represent
request require resolve respect respond response responsible restaurant restrict result return reveal review reviewer right rise role rule run safe
same satisfy save say scene seating second section see seek seem select send sense separate serious serve service set several severe share short show
showcase side sign significant similar simple simply situation size skill slight small solution solve someone somewhat sort source spacious speak
special specific spend spot staff stage stand standard start state stay steady stem step stop story straight strategy stress strong struggle study
style subject submit success suffer sufficient suggest suit suitable sum summarize summary support sure surprise surround tackle take talk task tasty
team tell tend term testament text thank theme thereby thing think thorough though thus time title today together tone top topic total touch toward
track traditional treat trouble true try turn two type typical unable uncertain undergo underscore understand unfortunate unique update upset urge use
user usual usually value variety various vary venue version via view visit visitor visual vital want warn way week welcome well whole wide widespread
willing win wish within woman wonder word work world worth write year yet young
""".split()

PLAIN_ROOTS = frozenset(root(word) for word in _PLAIN)
"""Roots of everyday words that summaries and replies use of anything: new ones are paraphrase more often than invention."""
