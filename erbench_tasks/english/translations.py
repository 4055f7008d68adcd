"""English for what tables and columns are often called in German, Spanish, French, and so on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from ...core.folding import fold
from .lexicon import every_word

# English to words of other languages, in the singular and without accents.
_WORDS = {
    "abbreviation": "abkurzung abreviatura abreviation abbreviazione siglas sigle sigla kurzel",
    "ability": "capacidad fahigkeit habilidad capacita",
    "actor": "acteur schauspieler ator attore darsteller",
    "actress": "actrice actriz atriz attrice schauspielerin",
    "address": "adresse direccion direccione endereco indirizzo anschrift domicilio",
    "airline": "aerolinea fluggesellschaft compagnie",
    "airport": "aeropuerto aeroporto aeroport flughafen",
    "album": "disco",
    "animal": "tier animale",
    "architect": "arquitecto arquiteto architecte architetto architekt",
    "archipelago": "archipielago arquipelago archipel arcipelago inselgruppe",
    "area": "flache superficie oberflache",
    "artist": "artista artiste kunstler interprete",
    "ascent": "besteigung ascension ascensione",
    "author": "autor auteur autore verfasser",
    "award": "auszeichnung premio prix preis recompense",
    "battle": "batalla batalha bataille battaglia schlacht",
    "birth": "geburt nacimiento naissance nascimento nascita geburts",
    "book": "buch livre libro livro",
    "brand": "marca marke marque",
    "bridge": "puente ponte pont brucke",
    "building": "edificio gebaude batiment bauwerk",
    "canton": "kanton",
    "capital": "hauptstadt capitale",
    "castle": "castillo castelo chateau castello schloss burg",
    "category": "categoria categorie kategorie",
    "character": "personaje personagem personnage personaggio figur",
    "church": "iglesia igreja eglise chiesa kirche",
    "cinema": "kino cine",
    "circuit": "circuito autodromo rennstrecke",
    "city": "ciudad cidade citta stadt ville localidad",
    "class": "clase classe klasse",
    "climber": "bergsteiger kletterer alpiniste alpinista escalador grimpeur",
    "club": "verein",
    "coach": "entrenador treinador entraineur allenatore trainer",
    "coast": "kuste costa cote",
    "colour": "color colore couleur farbe cor",
    "company": "azienda empresa entreprise firma societe unternehmen compania companhia",
    "composer": "compositor compositeur compositore komponist",
    "conductor": "dirigent director_de_orquesta",
    "continent": "continente kontinent erdteil",
    "country": "land pais paese pays staat",
    "currency": "divisa monnaie moneda waehrung wahrung moeda moneta valuta",
    "date": "datum fecha data",
    "death": "muerte fallecimiento morte mort deces tod sterbe todes falecimento",
    "department": "abteilung departamento departement dipartimento",
    "depth": "profundidad profundidade profondeur profondita tiefe",
    "director": "direttore realisateur regie regisseur regista realizador diretor cineasta",
    "discovery": "descubrimiento descoberta decouverte scoperta entdeckung entdeckungs",
    "disease": "enfermedad doenca maladie malattia krankheit",
    "dish": "plato prato plat piatto gericht",
    "driver": "piloto pilote pilota rennfahrer",
    "duration": "dauer duracion duree durata duracao spieldauer laufzeit",
    "edition": "edicion edicao auflage ausgabe edizione",
    "element": "elemento",
    "event": "evento evenement veranstaltung ereignis",
    "family": "familia famille famiglia familie",
    "festival": "fiesta festa fete",
    "film": "pelicula filme pellicola",
    "first name": "prenom vorname",
    "foundation": "grundung grundungs fundacion fundacao fondation fondazione creacion creation",
    "genre": "genere genero gattung",
    "goal": "gol tor but",
    "group": "grupo groupe gruppo gruppe",
    "height": "altezza altura hauteur hohe altitud altitude",
    "hospital": "krankenhaus ospedale hopital",
    "house": "haus maison",
    "hotel": "albergo",
    "ingredient": "ingrediente zutat",
    "island": "insel isla isola ilha ile",
    "keyword": "schlagwort stichwort motcle palabraclave",
    "kingdom": "reino royaume regno konigreich",
    "label": "gravadora plattenfirma discografica sello",
    "lake": "lago see lac",
    "language": "idioma langue lengua lingua sprache",
    "league": "liga ligue lega",
    "length": "lange longitud longueur lunghezza comprimento",
    "library": "biblioteca bibliotheque bibliothek",
    "manufacturer": "fabricante fabricant hersteller",
    "match": "partido partida partita spiel",
    "material": "materiale matiere werkstoff",
    "mayor": "alcalde maire sindaco burgermeister prefeito",
    "medicine": "arzneimittel farmaco medicament medicamento medikament",
    "mineral": "minerale mineraux",
    "monument": "monumento denkmal",
    "mouth": "mundung desembocadura embouchure foce",
    "mountain": "berg montagna montagne montana montanha",
    "mountain range": "gebirge cordillera serra sierra",
    "municipality": "comune gemeinde municipio commune concelho",
    "museum": "museo musee museu",
    "musician": "musico musicien musicista musiker",
    "name": "nom nombre nome bezeichnung denominacion",
    "nationality": "nacionalidad nationalitat nazionalita nationalite nacionalidade"
    " staatsangehorigkeit",
    "number": "anzahl numero nummer zahl",
    "ocean": "ozean oceano",
    "opening": "eroffnung eroffnungs apertura ouverture abertura inauguracion",
    "opera": "oper",
    "orchestra": "orquesta orquestra orchestre orchester",
    "origin": "herkunft herkunfts origen origem origine ursprung",
    "page": "pagina seite seiten",
    "painter": "maler peintre pintor pittore",
    "painting": "gemalde cuadro quadro tableau tableaux dipinto pintura peinture",
    "part": "teil parte partie",
    "party": "partei partito parti",
    "person": "personne persona pessoa",
    "picture": "bild imagen imagem",
    "piece": "stuck pieza peca",
    "place": "lieu lugar ort luogo local",
    "plant": "pflanze planta plante pianta",
    "player": "giocatore jogador joueur jugador spieler",
    "poem": "gedicht poema poeme poesia",
    "population": "einwohner habitante poblacion popolazione populacao einwohnerzahl bevolkerung",
    "position": "posicion posicao posizione",
    "premiere": "urauffuhrung erstauffuhrung urauffuhrungs estreno prima estreia",
    "president": "presidente prasident",
    "producer": "productor producteur produttore produtor produzent",
    "product": "producto produit produkt prodotto produto",
    "profession": "beruf profesion profissao professione metier",
    "province": "provincia provinz",
    "publication": "erscheinung erscheinungs publicacion publicacao parution pubblicazione"
    " veroffentlichung",
    "publisher": "editeur editorial editore verlag editora",
    "race": "carrera rennen corsa corrida gara",
    "region": "regione regiao",
    "release": "sortie lanzamiento lancamento uscita",
    "religion": "religione religiao",
    "result": "resultado resultat risultato ergebnis",
    "river": "fiume fleuve fluss riviere rio",
    "role": "rolle papel ruolo",
    "room": "zimmer raum sala salle habitacion stanza",
    "school": "colegio ecole escuela escola schule scuola",
    "score": "puntuacion punteggio",
    "sculptor": "bildhauer escultor sculpteur scultore",
    "sculpture": "skulptur escultura scultura",
    "sea": "meer mare",
    "season": "saison stagione temporada",
    "series": "serie",
    "shelf": "estanteria regal",
    "singer": "sanger cantante cantor chanteur",
    "size": "grosse taille tamano tamanho dimensione",
    "site": "sede standort",
    "song": "cancion canzone chanson lied cancao musica",
    "speciality": "especialidad fachgebiet specialite especialidade specialita",
    "species": "especie espece specie art",
    "sport": "sportart deporte esporte",
    "square": "platz plaza praca piazza",
    "stadium": "estadio stade stadion stadio",
    "standing": "clasificacion classement classifica tabelle",
    "star": "stern estrella estrela etoile stella",
    "state": "estado stato bundesland etat",
    "station": "bahnhof estacion estacao gare stazione",
    "street": "calle rue strasse via rua",
    "style": "estilo stile stil",
    "subject": "fach sachgebiet thema tema",
    "summit": "gipfel cumbre sommet cima",
    "team": "equipe equipo mannschaft squadra",
    "technique": "tecnica technik",
    "temple": "tempel templo",
    "theatre": "theater teatro",
    "therapy": "terapia therapie",
    "title": "titel titolo titre titulo intitule",
    "tower": "turm torre tour",
    "translator": "ubersetzer traductor traducteur traduttore tradutor",
    "university": "universidad universita universitat universite universidade hochschule",
    "village": "dorf pueblo aldeia",
    "volcano": "vulkan volcan vulcao vulcano",
    "war": "krieg guerra guerre",
    "weight": "gewicht peso poids",
    "wine": "wein vino vinho vin",
    "winner": "gagnant ganador gewinner sieger vainqueur vincitore vencedor",
    "work": "werk obra oeuvre opera",
    "writer": "schriftsteller escritor ecrivain scrittore",
    "year": "anno annee ano jahr an",
}  # fmt: skip
_QUALITIES = {
    "active": "activo actif attivo ativo wirk",
    "away": "ospite gast auswarts visitante exterieur fora",
    "home": "casa heim domicile",
    "artistic": "artistico artistique kunstlerisch",
    "average": "promedio durchschnitts",
    "brand": "comercial handels",
    "chemical": "quimico chimique chimico chemisch",
    "first": "primer primero premier premiere erst ur",
    "historical": "historico historique storico historisch",
    "main": "haupt principal principale",
    "maximum": "maximo maxima maximal hochst massimo",
    "musical": "musikalisch musicale",
    "national": "nacional nationale nazionale",
    "official": "offiziell oficial officiel ufficiale amts",
    "original": "originale originaux originel",
    "scientific": "cientifico scientifique scientifico wissenschaftlich",
    "therapeutic": "terapeutico therapeutique therapeutisch",
}
# What somebody does to a work, in the name of a table that links the two.
_DOING = {
    "actor": "joue jouent jouer actua actuo interpreta spielt gespielt mitwirkung besetzung recita"
    " reparto elenco atua acts acted plays cast",
    "author": "ecrit ecrire escribe escribio escrito schreibt geschrieben verfasst scrive scritto"
    " escreve escreveu writes write wrote written",
    "composer": "komponiert compuso compone composto compos composes compose composed",
    "director": "realise realiser dirige dirigir dirigio dirigido dirigiert inszeniert inszenierung"
    " dirigiu realizado realizou diretto directs direct directed directing",
    "illustrator": "illustre ilustra illustriert illustrates illustrated",
    "painter": "peint pinta malt gemalt dipinge dipinto paints painted",
    "coproducer": "coproduit coproduce coprodujo koproduziert coproduz coproduzido",
    "producer": "produit produce produjo produziert produz produces produced",
    "singer": "chante canta singt sings sang",
    "translator": "traduit traduce tradujo ubersetzt traduz translates translated",
}
_WHOLE = {
    "comunidad autonoma": "autonomous community", "comunidades autonomas": "autonomous community",
    "lengua materna": "native language", "nom de famille": "surname",
    "principe actif": "active ingredient", "principio activo": "active ingredient",
    "principio attivo": "active ingredient", "wirkstoff": "active ingredient",
}  # fmt: skip
_ENGLISH = {word: one for one, others in _WORDS.items() for word in others.split()}
_ADJECTIVES = {word: one for one, others in _QUALITIES.items() for word in others.split()}
_AGENTS = {word: one for one, others in _DOING.items() for word in others.split()}
_OF = frozenset(["da", "de", "del", "della", "der", "des", "di", "do", "du", "von", "d"])
_ENDINGS = ("", "s", "es", "n", "en", "e", "er", "x")
# Italian plurals, and the endings of the singular.
_ITALIAN = {"i": ("o", "e", "a", "io"), "e": ("a",)}
# What is *of* something, where other words stand before it: the year of death, the film title.
_DATED = frozenset(["year", "date", "place", "country", "city", "state", "region", "language"])
_HAPPENED = frozenset(
    ["birth", "death", "discovery", "foundation", "opening", "origin", "premiere", "publication",
     "release"]
)  # fmt: skip


def translated(words: Sequence[str]) -> str:
    """Returns the English for the words of a name; empty if one of them is not known.

    Args:
        words: A noun, or two of which the second says of what, as in `fecha de nacimiento`, or of
            what sort, as in `nombre comercial`; or a German compound such as `Sterbejahr`.
    """
    if whole := _WHOLE.get(" ".join(map(_plain, words))):
        return whole
    parts = [word for word in words if word not in _OF]
    if len(parts) == 1:
        return noun_in_english(parts[0]) or _compound(_plain(parts[0]))
    if len(parts) != 2:
        return ""
    first, second = noun_in_english(parts[0]), noun_in_english(parts[1])
    if quality := _quality(parts[1]):
        return f"{quality} {first}" if first else ""
    if quality := _quality(parts[0]):
        return f"{quality} {second}" if second else ""
    if not (first and second):
        return ""
    return f"number of {_many(second)}" if first == "number" else f"{first} of {second}"


def agent(word: str) -> str:
    """Returns who does what a verb says: a `director`, for `réalise`; empty if that is unknown.

    Args:
        word: A word of the name of a table, in lower case.
    """
    return _AGENTS.get(_plain(word), "") or noun_in_english(word)


def are_foreign(names: Iterable[str], is_english: Callable[[str], bool]) -> bool:
    """Tells whether a schema is in another language than English.

    Args:
        names: The names of its tables and columns.
        is_english: Tells whether all words of a name are known.
    """
    every = {name.lower() for name in names}
    unknown = {name for name in every if not is_english(name)}
    return len([name for name in unknown if _is_foreign(name)]) > _FOREIGN * len(every)


# So many names of a schema in another language are no chance: English ones are the same in some.
_FOREIGN = 0.2


def _is_foreign(name: str) -> bool:
    words = [word for word in re.split(r"[\W\d_]+", name) if word]
    return not name.isascii() or any(
        noun_in_english(word) or _compound(_plain(word)) for word in words
    )


def _plain(word: str) -> str:
    return fold(word.replace("ß", "ss").replace("œ", "oe"))


@lru_cache(maxsize=16384)
def noun_in_english(word: str) -> str:
    """Returns the English for one noun of another language; empty if it is not known."""
    plain = _plain(word)
    if plain != word and plain in every_word():
        return plain  # `opéra`
    stems = [plain.removesuffix(end) for end in _ENDINGS if plain.endswith(end)]
    stems += [plain[:-1] + end for end in _ITALIAN.get(plain[-1:], ())]
    stems += [f"{plain[:-3]}{end}" for end in ("ao", "al") if plain.endswith(("oes", "aux"))]
    return next((_ENGLISH[stem] for stem in stems if stem in _ENGLISH), "")


def _quality(word: str) -> str:
    plain = _plain(word)
    stems = (plain.removesuffix(end) for end in ("", "s", "es", "e", "er"))
    masculine = (f"{plain.removesuffix('s')[:-1]}o",)
    found = (_ADJECTIVES.get(stem, "") for stem in (*stems, *masculine))
    return next(filter(None, found), "") or ("original" if plain == "original" else "")


@lru_cache(maxsize=16384)
def _compound(word: str) -> str:
    """Returns the English for a German noun of two parts: `Sterbejahr`, `Seitenzahl`."""
    for at in range(3, len(word) - 2):
        last = noun_in_english(word[at:])
        if not last:
            continue
        for stem in (word[:at], word[:at].removesuffix("s"), word[:at].removesuffix("en")):
            if stem in _ADJECTIVES or stem == "original":
                return f"{_ADJECTIVES.get(stem, stem)} {last}"
            if first := noun_in_english(stem):
                return _composed(first, last)
    return ""


def _composed(first: str, last: str) -> str:
    if last == "number":
        return "population" if first == "population" else f"number of {_many(first)}"
    return f"{last} of {first}" if last in _DATED and first in _HAPPENED else f"{first} {last}"


def _many(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
