"""What English words mean to a question: who, where, when, and what people did."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path


def words_of(text: str) -> frozenset[str]:
    """Returns the words of a text."""
    return frozenset(text.split())


@lru_cache(maxsize=1)
def vocabulary() -> frozenset[str]:
    """Returns words that names in schemas are made of, in lower case."""
    return words_of(Path(__file__).with_name("vocabulary.txt").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def every_word() -> frozenset[str]:
    """Returns the vocabulary, and all nouns below."""
    return vocabulary().union(
        PERSONS, PLACES, WORKS, ORGANISATIONS, EVENTS, AWARDS, CLASSES, KIN, HAPPENED
    )


ABBREVIATIONS = {
    "adj": "adjective", "qual": "qualification", "prereq": "prerequisite",
    "mens": "men's", "womens": "women's", "abbr": "abbreviation", "abbrev": "abbreviation",
    "acct": "account", "addr": "address", "admin": "administrator", "alt": "altitude",
    "amt": "amount", "approx": "approximate", "arr": "arrival", "assoc": "association",
    "asst": "assistant", "attr": "attribute", "auth": "author", "avg": "average",
    "bldg": "building", "cat": "category", "categ": "category", "cd": "code",
    "cert": "certificate", "cntry": "country", "coeff": "coefficient", "co": "company",
    "comp": "company", "conf": "conference", "coord": "coordinate", "corp": "corporation",
    "ctry": "country", "curr": "currency", "cust": "customer", "del": "delivery",
    "dep": "departure", "dept": "department", "desc": "description", "descr": "description",
    "dest": "destination", "dev": "developer", "diam": "diameter", "dir": "director",
    "dist": "district", "distr": "district", "div": "division", "doc": "document", "dt": "date",
    "dur": "duration", "elev": "elevation", "emp": "employee", "env": "environment",
    "exp": "expiry", "fac": "faculty", "fed": "federation", "freq": "frequency", "gen": "gender",
    "gov": "government", "govt": "government", "grp": "group", "hosp": "hospital",
    "hq": "headquarters", "ht": "height", "indep": "independence", "ind": "industry",
    "info": "information", "ingr": "ingredient", "inst": "institution", "instr": "instructor",
    "intl": "international", "inv": "invoice", "lang": "language", "lat": "latitude",
    "len": "length", "lib": "library", "lic": "licence", "lng": "longitude", "loc": "location",
    "lon": "longitude", "lvl": "level", "maint": "maintenance", "manuf": "manufacturer",
    "max": "maximum", "mfg": "manufacturer", "mfr": "manufacturer", "mgr": "manager",
    "mgmt": "management", "min": "minimum", "nat": "nationality", "natl": "national",
    "nbr": "number", "nm": "name", "nr": "number", "num": "number", "occ": "occupation",
    "op": "operator", "ord": "order", "org": "organisation", "orig": "original",
    "pct": "percentage", "perc": "percentage", "pg": "page", "pgs": "pages", "pop": "population",
    "pos": "position", "prev": "previous", "prod": "product", "prof": "professor",
    "prog": "programme", "proj": "project", "prov": "province", "pub": "publisher",
    "publ": "publisher", "qty": "quantity", "rec": "record", "ref": "reference", "reg": "region",
    "rel": "release", "sal": "salary", "sci": "scientific", "sec": "section", "seq": "sequence",
    "spec": "specification", "src": "source", "std": "standard", "sub": "subject",
    "subcountry": "subdivision",
    "svc": "service", "sz": "size", "tel": "telephone", "temp": "temperature", "tot": "total",
    "tourn": "tournament", "txn": "transaction", "uni": "university", "univ": "university",
    "veh": "vehicle", "vol": "volume", "wgt": "weight", "wt": "weight", "yr": "year",
    "yrs": "years", "dob": "date of birth", "dod": "date of death", "pob": "place of birth",
    "fname": "first name", "lname": "last name", "mname": "middle name",
    # What is often misspelt.
    "adress": "address", "catagory": "category", "goverment": "government", "heigth": "height",
    "lenght": "length", "publisched": "published", "villian": "villain",
}  # fmt: skip
ACRONYMS = words_of(
    "abv ad bbc bc bmi cas co2 cpu dna dvd doi ean ec era eu fda fide fifa fips gdp gmt"
    " gnp gpa gps gpu h2o hdi hp html iata ibu icao imdb imo ioc ip isbn iso issn iucn json"
    " mlb mvp nasa nato nba ncaa ncbi nfl nhl nms pdf pga ph ram rbi rna rpm sat sku ssn tv"
    " uci uefa uk un unesco upc url us usa utc vat vin wc xml"
)
# Words inside a name that English writes with a capital.
PROPER = words_of(
    "african american arabic asian australian british chinese dutch emmy english european french"
    " german grammy greek indian italian japanese latin nobel olympic olympics oscar paralympic"
    " portuguese pulitzer roman russian spanish"
)
# Parts of a name that say how it is stored, not what it is.
PREFIXES = words_of(
    "bln chr col dbl dim fact fct fk fld int lkp lkup lu mst pk raw ref rel src stg str tab tb"
    " tbl txt vch vw xref"
)
SUFFIXES = words_of(
    "basics data des desc description descriptions detail details dictionary dim fact geo info"
    " list listing listings lkp lookup master metadata mst overview profile profiles statistics"
    " stats tab table tbl view vw xref"
)
KEYS = words_of("cd code fk guid id ids idx key no nr num number oid pk ref sk txt uid uuid")
ONLY_KEYS = words_of("fk guid id ids idx key oid pk sk uid uuid")
PREPOSITIONS = words_of(
    "after against and at before by for from in into of on or over per the to with"
)
# Words that end in -s in the singular.
SINGULARS = words_of(
    "access actress address alias analysis apparatus athletics atlas axis basis bias bonus boss"
    " bus business cactus campus canvas census chassis chess chorus christmas circus class"
    " compass consensus corps corpus cours crisis crossroads diagnosis dress economics emphasis"
    " focus fungus gas genus glass goddess grass gross haus headquarters hypothesis illness iris"
    " kreis lens loss lotus mars mass mathematics means mess metropolis mois necropolis news"
    " nexus nucleus oasis octopus opus pais paradise pass pays physics politics preis premises"
    " press princess process radius series species statistics status stimulus surplus synopsis"
    " tennis terminus texas thesis us virus wilderness witness"
)
PLURALS = {
    "movies": "movie", "cookies": "cookie", "people": "person", "persons": "person",
    "data": "data", "media": "media", "staff": "staff member", "genera": "genus",
    "analyses": "analysis", "bases": "base", "axes": "axis", "leaves": "leaf", "lives": "life",
    "cast": "cast member", "crew": "crew member", "personnel": "employee", "buses": "bus",
    "heroes": "hero", "shoes": "shoe", "viruses": "virus", "statuses": "status",
    "aliases": "alias", "lenses": "lens", "gases": "gas", "zombies": "zombie",
    "calories": "calorie", "species": "species", "aircraft": "aircraft",
    "spacecraft": "spacecraft", "phyla": "phylum", "taxa": "taxon", "fungi": "fungus",
    "bacteria": "bacteria", "alumni": "alumnus", "criteria": "criterion",
    "phenomena": "phenomenon", "children": "child", "men": "man", "women": "woman", "feet": "foot",
    "wives": "wife", "series": "series", "minerals": "mineral", "caches": "cache", "axles": "axle",
    "waves": "wave", "caves": "cave", "slaves": "slave", "valves": "valve", "olives": "olive",
    "executives": "executive", "archives": "archive", "representatives": "representative",
    "relatives": "relative", "houses": "house", "horses": "horse", "courses": "course",
    "diseases": "disease", "licenses": "license", "databases": "database", "purchases": "purchase",
    "releases": "release", "phases": "phase", "cases": "case", "vases": "vase", "nurses": "nurse",
    "spouses": "spouse", "causes": "cause", "phrases": "phrase", "heroines": "heroine",
    "warehouses": "warehouse", "prizes": "prize", "sizes": "size", "quizzes": "quiz",
    "cities": "city", "countries": "country",
}  # fmt: skip

PERSONS = words_of(
    "accountant actor actress adviser advisor agent alumnus ambassador analyst ancestor anchor"
    " animator announcer applicant archaeologist archbishop archer architect artist assistant"
    " astronaut astronomer athlete attorney aunt author baker bassist batsman batter beneficiary"
    " biathlete biographer biologist bishop bobsledder borrower bowler boxer boy brother builder"
    " buyer caddie candidate canoeist captain cardinal caretaker caster catcher celebrity"
    " chairman chairperson chairwoman champion chancellor chef chemist child choreographer"
    " cinematographer citizen clerk client climber coach colonist comedian commander"
    " commissioner composer conductor contact contestant contributor cosmonaut councillor"
    " creator cricketer critic curator curler customer cyclist dancer daughter dealer defender"
    " dentist deputy descendant describer designer detective dictator diplomat director discoverer"
    " diver"
    " doctor donor drafter driver drummer duke economist editor emperor employee empress"
    " engineer engraver entrepreneur examiner executive explorer father fellow female fencer"
    " fighter filmmaker firefighter fisherman follower footballer forward founder friend general"
    " gentleman goalie goalkeeper god goddess golfer governor grandfather grandmother guardian"
    " guest guitarist gymnast heir hero heroine historian holder host hunter husband illustrator"
    " incumbent individual infielder inhabitant inspector instructor interpreter inventor"
    " investigator investor jockey journalist judge judoka jumper jurist kayaker khan killer"
    " king knight lady landlord laureate lawyer leader lecturer legislator librarian lieutenant"
    " lifter linebacker loser luger lyricist magistrate maker man manager mathematician mayor"
    " medalist medallist member mentor merchant midfielder minister missionary mistress"
    " moderator monarch monk mother mountaineer musician namesake narrator navigator neighbor"
    " neighbour nephew niece nobleman nominee novelist nun nurse occupant officer official"
    " opponent organiser organist organizer outfielder owner painter parent participant partner"
    " passenger patient patron performer person philosopher photographer physician physicist"
    " pianist pilot pioneer pirate pitcher planner player playwright poet policeman politician"
    " pope predecessor premier presenter president priest prince princess prisoner producer"
    " professor programmer proprietor psychologist pupil purchaser quarterback queen racer"
    " rapper reader recipient rector referee relative reporter representative researcher"
    " resident reviewer rider rower ruler runner runner-up sailor saint scholar scientist scorer"
    " screenwriter sculptor secretary seller senator sergeant settler shareholder shipbuilder"
    " shooter sibling singer sister skater skier skipper snowboarder soldier soloist son"
    " songwriter sovereign speaker spouse sprinter staff striker student subordinate subscriber"
    " substitute successor suffragette sultan superhero superior supervisor surfer surgeon"
    " swimmer teacher technician tenant therapist thrower trainee trainer translator traveller"
    " treasurer triathlete tsar tutor umpire uncle user vet veteran veterinarian victim villain"
    " violinist visitor vocalist volunteer voter waiter warden warrior widow wife winger winner"
    " witness woman worker wrestler writer youth"
)
PLACES = words_of(
    "abbey address airfield airport aquarium area arena avenue base basin bay beach birthland"
    " birthplace borough bridge building campus canal canton canyon cape capital castle"
    " cathedral cave cemetery church circuit city"
    " coast coaster colony commune constituency continent"
    " country county courthouse crater dam department depot desert destination diocese district"
    " farm field forest fort fortress formation fountain"
    " galaxy gallery garden glacier ground gulf habitat"
    " hall hamlet harbor harbour headquarters hemisphere hill home homeland hometown hospital"
    " hotel house island isle kingdom laboratory lake landmark library lighthouse locality"
    " location mansion mausoleum memorial metropolis mine monastery monument mosque motherland"
    " motorway mountain municipality museum nation neighborhood neighbourhood obelisk"
    " observatory ocean office oilfield origin palace parish park peninsula place planet plant"
    " pool port prefecture prison province pyramid quarry racecourse racetrack range reactor"
    " reef region republic reserve residence resort restaurant river road room ruin school sea"
    " seat settlement shipwreck shire shop shrine site spring stadium state station statue store"
    " strait street studio subdivision subregion suburb synagogue temple territory theater theatre"
    " tomb tower town"
    " tunnel valley velodrome venue village vineyard volcano ward warehouse waterfall windmill"
    " winery zone zoo"
)
# Where people and things come from or are: one is known to be *in* it.
REGIONS = words_of(
    "area borough canton city commune constituency continent country county department district"
    " hamlet hemisphere island kingdom locality location municipality nation neighborhood"
    " neighbourhood parish place prefecture province region republic settlement state suburb"
    " territory town village ward zone"
)
TOWNS = words_of("borough city hamlet locality municipality settlement town village")
# Parts of a country, which each country calls otherwise, and divides itself anew.
DIVISIONS = words_of("county department district division prefecture province region state")
WORKS = words_of(
    "album anime anthem aria article artwork ballad ballet book cartoon comedy comic"
    " composition concerto dissertation documentary drama drawing episode essay fable feature"
    " film game hymn lyric magazine manga manuscript mixtape movie musical novel novella opera"
    " opus overture painting paper photo photograph play playlist podcast poem poster programme"
    " publication record recording report sculpture series short show single sitcom soap sonata"
    " song sonnet soundtrack story suite symphony telenovela textbook thesis track tragedy"
    " videogame"
)
ORGANISATIONS = words_of(
    "academy affiliation agency airline alliance army association band bank board brand brewery"
    " broadcaster"
    " bureau chain charity choir club college committee company confederation conference"
    " congress constructor corporation council court crew dealership delegation department"
    " developer distillery distributor division dynasty employer ensemble enterprise factory"
    " faculty federation fellowship firm foundation franchise gang government group guild"
    " institute institution insurer label league manufacturer ministry museum navy network"
    " newspaper operator opponent opposition orchestra order organisation organization"
    " parliament party producer publisher regiment retailer school seller senate shipyard side"
    " society sponsor squad squadron staff studio subsidiary supplier syndicate team tribe"
    " tribunal troupe union university vendor winery"
)
# Organisations that are where their buildings are.
BUILT = words_of(
    "academy brewery college department distillery factory museum office school shipyard studio"
    " university winery"
)
# What a city is known for.
FEATURES = words_of(
    "archipelago bay desert gulf island lake mountain ocean peninsula range river sea strait valley"
)
LANDMARKS = words_of(
    "abbey bridge building castle cathedral church fort fortress landmark lighthouse mausoleum"
    " memorial monastery monument mosque museum obelisk palace pyramid shrine skyscraper statue"
    " synagogue temple tomb tower"
)
# What is sent somewhere from the country that a table has.
SENT = words_of("expedition flight mission voyage")
# What happens once to a thing, and is called after that: the *premiere* of an opera.
OCCASIONS = words_of(
    "ascent coronation debut inauguration landing launch launching loss opening premiere sinking"
    " unveiling voyage wreck"
)
EVENTS = words_of(
    "anniversary attack auction battle bout campaign celebration ceremony championship"
    " competition concert conference congress contest convention crash cup debate derby disaster"
    " draft earthquake edition election eruption event exhibition expedition fair festival fight"
    " final fixture flight gala game games gig grandprix heat hurricane incident launch leg"
    " marathon match meet meeting meetup mission olympiad olympics performance playoff prix race"
    " rally referendum regatta revolution round season semester semifinal seminar session show"
    " stage storm summit symposium term tie tour tournament trial trip vintage vote voyage war"
    " wedding workshop"
)
# What an event has, and a life or a firm only with a word more: *the end of his career*.
ENDS = words_of("begin beginning start starting end ending finish finishing")
# What one wins.
AWARDS = words_of(
    "accolade award belt crown cup decoration distinction honor honour medal order prize ribbon"
    " scholarship shield title trophy"
)
# Who did well or badly in a contest.
WINNERS = words_of("champion finalist host loser medalist runner-up victor winner")
# What an actor plays.
ROLES = words_of("character part role")
CLASSES = words_of(
    "category clade class confederation conference division family genre genus group kingdom"
    " league order phylum series species subcategory subclass subfamily subgenus subgroup tribe"
)
KIN = words_of("child father heir husband mother parent partner predecessor spouse successor wife")
# What somebody does to what they are the ... of.
AGENTS = {
    "artist": "made", "band": "made", "performer": "performed", "singer": "sang",
    "adapter": "adapted", "animator": "animated", "arranger": "arranged", "architect": "designed",
    "author": "wrote", "builder": "built", "choreographer": "choreographed",
    "composer": "composed", "conductor": "conducted", "creator": "created", "designer": "designed",
    "describer": "described", "developer": "developed", "director": "directed",
    "discoverer": "discovered",
    "editor": "edited", "engraver": "engraved", "explorer": "explored", "founder": "founded",
    "illustrator": "illustrated", "inventor": "invented", "librettist": "wrote the libretto of",
    "lyricist": "wrote the lyrics of", "narrator": "narrated", "painter": "painted",
    "photographer": "photographed", "playwright": "wrote", "poet": "wrote", "producer": "produced",
    "screenwriter": "wrote", "sculptor": "sculpted", "songwriter": "wrote",
    "translator": "translated", "writer": "wrote", "cofounder": "co-founded",
    "cinematographer": "filmed", "dramatist": "wrote", "novelist": "wrote", "shipbuilder": "built",
    "coproducer": "co-produced",
    "curator": "curated", "referee": "refereed", "discoverers": "discovered",
}  # fmt: skip
# Participles in names such as `directed_by`, to the noun for whoever did it.
BY = {
    "adapted": "adapter", "appointed": "appointer", "built": "builder", "coached": "coach",
    "composed": "composer", "created": "creator", "designed": "designer", "developed": "developer",
    "directed": "director", "discovered": "discoverer", "edited": "editor", "founded": "founder",
    "illustrated": "illustrator", "invented": "inventor", "led": "leader", "made": "maker",
    "managed": "manager", "manufactured": "manufacturer", "operated": "operator",
    "organised": "organiser", "organized": "organizer", "owned": "owner", "painted": "painter",
    "performed": "performer", "presented": "presenter", "produced": "producer",
    "published": "publisher", "recorded": "performer", "refereed": "referee", "ruled": "ruler",
    "sponsored": "sponsor", "supervised": "supervisor", "supplied": "supplier", "sung": "singer",
    "taught": "teacher", "trained": "trainer", "translated": "translator", "won": "winner",
    "written": "author", "hosted": "host", "succeeded": "successor", "preceded": "predecessor",
    "sold": "seller", "issued": "issuer", "reported": "reporter", "approved": "approver",
    "nominated": "nominator", "awarded": "awarder", "described": "describer", "killed": "killer",
}  # fmt: skip
# Whole names that no rule makes English.
PHRASES = {
    "reports to": "superior", "report to": "superior", "reporting to": "superior",
    "boss": "superior", "goals for": "number of goals scored",
    "goals against": "number of goals conceded", "points for": "number of points scored",
    "points against": "number of points conceded", "born in": "place of birth",
    "died in": "place of death", "located in": "location", "made in": "place of manufacture",
    "named after": "namesake", "based in": "location", "nationality country": "nationality",
    "pos": "position", "nat": "nationality", "iata": "IATA code", "icao": "ICAO code",
    "iso": "ISO code", "cas": "CAS number", "from date": "start date", "from year": "start year",
    "to year": "end year", "to date": "end date", "date from": "start date", "from": "start",
    "date to": "end date", "birth place": "birthplace", "home town": "hometown",
    "head quarters": "headquarters", "parent": "parent", "km": "length in kilometres",
    "sex": "sex", "currency unit": "currency",
}  # fmt: skip
UNITS = {
    "mm": "millimetres", "cm": "centimetres", "km": "kilometres", "ft": "feet", "feet": "feet",
    "inches": "inches", "inch": "inches", "miles": "miles", "mi": "miles", "nmi": "nautical miles",
    "kg": "kilograms", "kgs": "kilograms", "grams": "grams", "lbs": "pounds", "lb": "pounds",
    "tons": "tons", "tonnes": "tonnes", "ms": "milliseconds", "millis": "milliseconds",
    "milliseconds": "milliseconds", "seconds": "seconds", "secs": "seconds", "minutes": "minutes",
    "mins": "minutes", "hours": "hours", "hrs": "hours", "days": "days", "months": "months",
    "weeks": "weeks", "km2": "square kilometres", "sqkm": "square kilometres",
    "sqm": "square metres", "m2": "square metres", "sqmi": "square miles", "ha": "hectares",
    "hectares": "hectares", "acres": "acres", "kmh": "km/h", "kph": "km/h",
    "mph": "miles per hour", "kw": "kilowatts", "mw": "megawatts", "gw": "gigawatts",
    "ml": "millilitres", "litres": "litres", "liters": "litres", "usd": "US dollars",
    "eur": "euros", "gbp": "pounds sterling", "celsius": "degrees Celsius", "kelvin": "kelvins",
    "mya": "millions of years", "ly": "light years", "metres": "metres", "meters": "metres",
    "percent": "per cent", "mbps": "megabits per second", "mb": "megabytes", "gb": "gigabytes",
    "kcal": "kilocalories", "mg": "milligrams", "hz": "hertz", "mhz": "megahertz",
}  # fmt: skip
DURATIONS = words_of(
    "duration hours length lifespan milliseconds minutes playing_time playtime runtime seconds time"
)
MEASURES = words_of(
    "age altitude amount area asset attendance average bandwidth budget calories capacity"
    " charge circumference concentration cost debt density depth diameter discharge displacement"
    " distance earnings eccentricity elevation expectancy expense fare fee frequency gdp gnp"
    " gross half-life height horsepower humidity income latitude length longitude loss magnitude"
    " mass mileage number percentage period point population position power pressure price"
    " profit quantity radius rainfall range rank rate rating ratio revenue salary sale saving"
    " score share size speed temperature thickness tonnage torque total turnover value velocity"
    " voltage volume wage wavelength weight wheelbase width wingspan winning worth year"
)
# What happened, by the words that a column has for it: the verb, and the noun of its date.
HAPPENED: dict[str, tuple[str, str]] = {
    "approval": ("was approved", "approval"), "approved": ("was approved", "approval"),
    "arrival": ("arrived", "arrival"), "departure": ("departed", "departure"),
    "election": ("was elected", "election"), "decided": ("was decided", "decision"),
    "conversion": ("was converted", "conversion"), "baptism": ("was baptised", "baptism"),
    "enacted": ("was enacted", "enactment"), "repealed": ("was repealed", "repeal"),
    "bankruptcy": ("went bankrupt", "bankruptcy"), "expiry": ("expired", "expiry"),
    "ascent": ("was climbed", "ascent"), "climbed": ("was climbed", "ascent"),
    "assassinated": ("was assassinated", "assassination"),
    "assassination": ("was assassinated", "assassination"),
    "abolished": ("was abolished", "abolition"), "abolition": ("was abolished", "abolition"),
    "accession": ("acceded", "accession"), "admission": ("was admitted", "admission"),
    "admitted": ("was admitted", "admission"), "adopted": ("was adopted", "adoption"),
    "adoption": ("was adopted", "adoption"), "annexed": ("was annexed", "annexation"),
    "appointed": ("was appointed", "appointment"), "appointment": ("was appointed", "appointment"),
    "begin": ("began", "beginning"), "beginning": ("began", "beginning"),
    "birth": ("was born", "birth"), "born": ("was born", "birth"),
    "bought": ("was bought", "purchase"), "built": ("was built", "construction"),
    "buried": ("was buried", "burial"), "burial": ("was buried", "burial"),
    "closed": ("closed", "closure"), "closing": ("closed", "closing"),
    "closure": ("closed", "closure"), "commissioned": ("was commissioned", "commissioning"),
    "completed": ("was completed", "completion"), "completion": ("was completed", "completion"),
    "composed": ("was composed", "composition"), "composition": ("was composed", "composition"),
    "constructed": ("was constructed", "construction"),
    "construction": ("was built", "construction"), "coronation": ("was crowned", "coronation"),
    "created": ("was created", "creation"), "creation": ("was created", "creation"),
    "crowned": ("was crowned", "coronation"), "death": ("died", "death"),
    "debut": ("debuted", "debut"), "deceased": ("died", "death"),
    "decommissioned": ("was decommissioned", "decommissioning"), "died": ("died", "death"),
    "demolished": ("was demolished", "demolition"), "demolition": ("was demolished", "demolition"),
    "described": ("was described", "description"), "destroyed": ("was destroyed", "destruction"),
    "discontinued": ("was discontinued", "discontinuation"),
    "discovered": ("was discovered", "discovery"), "discovery": ("was discovered", "discovery"),
    "dissolution": ("was dissolved", "dissolution"), "dissolved": ("was dissolved", "dissolution"),
    "drafted": ("was drafted", "draft"), "elected": ("was elected", "election"),
    "end": ("ended", "end"), "ended": ("ended", "end"), "ending": ("ended", "end"),
    "erected": ("was erected", "erection"), "establishment": ("was established", "establishment"),
    "established": ("was established", "establishment"), "eruption": ("erupted", "eruption"),
    "execution": ("was executed", "execution"), "executed": ("was executed", "execution"),
    "extinction": ("became extinct", "extinction"), "extinct": ("became extinct", "extinction"),
    "finish": ("finished", "finish"), "finished": ("was finished", "completion"),
    "formation": ("was formed", "formation"), "formed": ("was formed", "formation"),
    "foundation": ("was founded", "foundation"), "founded": ("was founded", "foundation"),
    "founding": ("was founded", "foundation"), "held": ("was held", "event"),
    "hire": ("was hired", "hiring"), "hired": ("was hired", "hiring"),
    "hosted": ("was hosted", "hosting"), "inauguration": ("was inaugurated", "inauguration"),
    "inaugurated": ("was inaugurated", "inauguration"),
    "incorporated": ("was incorporated", "incorporation"),
    "indep": ("became independent", "independence"),
    "independence": ("became independent", "independence"),
    "inscription": ("was inscribed", "inscription"), "inscribed": ("was inscribed", "inscription"),
    "installed": ("was installed", "installation"),
    "introduced": ("was introduced", "introduction"),
    "introduction": ("was introduced", "introduction"), "invented": ("was invented", "invention"),
    "invention": ("was invented", "invention"), "issued": ("was issued", "issue"),
    "issue": ("was issued", "issue"), "joined": ("joined", "joining"),
    "killed": ("was killed", "death"), "landed": ("landed", "landing"),
    "landing": ("landed", "landing"), "laid": ("was laid", "laying"),
    "launch": ("was launched", "launch"), "launched": ("was launched", "launch"),
    "made": ("was made", "making"), "manufacture": ("was manufactured", "manufacture"),
    "manufactured": ("was manufactured", "manufacture"), "married": ("married", "marriage"),
    "marriage": ("married", "marriage"), "merged": ("was merged", "merger"),
    "merger": ("was merged", "merger"), "moved": ("moved", "move"),
    "open": ("opened", "opening"), "opened": ("opened", "opening"),
    "opening": ("opened", "opening"),
    "painted": ("was painted", "painting"), "patented": ("was patented", "patent"),
    "premiere": ("premiered", "premiere"), "premiered": ("premiered", "premiere"),
    "planted": ("was planted", "planting"), "printed": ("was printed", "printing"),
    "produced": ("was produced", "production"), "production": ("was produced", "production"),
    "publication": ("was published", "publication"), "published": ("was published", "publication"),
    "publish": ("was published", "publication"), "pub": ("was published", "publication"),
    "rebuilt": ("was rebuilt", "reconstruction"),
    "recorded": ("was recorded", "recording"), "recording": ("was recorded", "recording"),
    "registered": ("was registered", "registration"),
    "registration": ("was registered", "registration"), "release": ("was released", "release"),
    "released": ("was released", "release"), "renovated": ("was renovated", "renovation"),
    "renovation": ("was renovated", "renovation"), "retired": ("retired", "retirement"),
    "retirement": ("retired", "retirement"), "settled": ("was settled", "settlement"),
    "signed": ("was signed", "signing"), "signing": ("was signed", "signing"),
    "start": ("started", "start"), "started": ("started", "start"), "sunk": ("sank", "sinking"),
    "unveiled": ("was unveiled", "unveiling"), "written": ("was written", "writing"),
    "withdrawn": ("was withdrawn", "withdrawal"), "graduation": ("graduated", "graduation"),
    "graduated": ("graduated", "graduation"), "ordained": ("was ordained", "ordination"),
    "canonized": ("was canonized", "canonization"),
    "accredited": ("was accredited", "accreditation"), "awarded": ("was awarded", "award"),
    "filmed": ("was filmed", "filming"), "aired": ("was aired", "first broadcast"),
    "broadcast": ("was broadcast", "broadcast"), "air": ("was aired", "first broadcast"),
}  # fmt: skip

# Past tenses of `HAPPENED` and of events, to the verb after *did*.
_BASES = {
    "expired": "expire", "arrived": "arrive", "went": "go", "landed": "land", "became": "become",
    "began": "begin", "belonged": "belong", "bore": "bear", "came": "come", "died": "die",
    "fought": "fight", "flew": "fly", "held": "hold", "made": "make", "married": "marry",
    "sank": "sink", "scored": "score", "set": "set", "took": "take", "won": "win", "wore": "wear",
    "wrote": "write", "ran": "run", "had": "have", "met": "meet", "closed": "close",
    "retired": "retire", "moved": "move", "graduated": "graduate", "premiered": "premiere",
    "acceded": "accede", "finished": "finish", "led": "lead", "emerged": "emerge",
    "occurred": "occur", "competed": "compete", "collapsed": "collapse", "left": "leave",
    "raced": "race",
}  # fmt: skip


def base(past: str) -> str:
    """Returns a verb in the past tense as it is after *did*: `opened` is `open`."""
    return _BASES.get(past) or past.removesuffix("ed")
