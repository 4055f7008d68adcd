"""English for what tables and columns are often called in German, Spanish, French, and so on."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.folding import fold

# English to words of other languages, in the singular and without accents.
_WORDS = {
    "actor": "acteur schauspieler",
    "album": "disco",
    "artist": "artista artiste kunstler",
    "author": "autor auteur autore",
    "award": "auszeichnung premio",
    "birth": "geburt nacimiento naissance nascimento",
    "book": "buch livre libro livro",
    "brand": "marca marke marque",
    "building": "edificio gebaude",
    "capital": "hauptstadt",
    "category": "categoria categorie kategorie",
    "city": "ciudad cidade citta stadt ville",
    "club": "verein",
    "colour": "colore couleur farbe",
    "company": "azienda empresa entreprise firma societe unternehmen",
    "continent": "continente kontinent",
    "country": "land pais paese pays",
    "currency": "divisa monnaie moneda waehrung wahrung",
    "date": "datum fecha",
    "department": "abteilung departamento departement",
    "director": "direttore realisateur regie regisseur regista",
    "duration": "dauer duracion duree durata",
    "film": "pelicula",
    "genre": "genere genero gattung",
    "height": "altezza altura hauteur hohe",
    "hospital": "krankenhaus ospedale",
    "island": "insel isla isola",
    "lake": "lago see",
    "language": "idioma langue lengua lingua sprache",
    "length": "lange longitud longueur lunghezza",
    "manufacturer": "fabricante fabricant hersteller",
    "medicine": "arzneimittel farmaco medicament medicamento medikament",
    "mountain": "berg montagna montagne montana",
    "museum": "museo musee",
    "municipality": "comune gemeinde municipio",
    "name": "nom nombre",
    "number": "anzahl numero nummer",
    "nationality": "nacionalidad nationalitat nazionalita nationalite",
    "painter": "maler peintre pintor pittore",
    "place": "lieu lugar ort",
    "player": "giocatore jogador joueur jugador spieler",
    "population": "einwohner habitante poblacion popolazione",
    "product": "producto produit produkt prodotto",
    "profession": "beruf profesion",
    "province": "provincia provinz",
    "publisher": "editeur editorial editore verlag",
    "region": "regione",
    "river": "fiume fleuve fluss riviere",
    "school": "colegio ecole escuela escola schule scuola",
    "season": "saison stagione temporada",
    "series": "serie",
    "shelf": "estanteria regal",
    "site": "sede standort",
    "song": "cancion canzone chanson lied",
    "speciality": "especialidad fachgebiet specialite",
    "stadium": "estadio stade stadion stadio",
    "street": "calle rue strasse via",
    "subject": "fach sachgebiet thema",
    "surface": "flache superficie",
    "team": "equipe equipo mannschaft squadra",
    "title": "titel titolo titre titulo",
    "university": "universidad universita universitat universite",
    "winner": "gagnant ganador gewinner sieger vainqueur vincitore",
    "year": "anno annee ano jahr",
}
_ENGLISH = {word: one for one, others in _WORDS.items() for word in others.split()}
_OF = frozenset(["da", "de", "del", "della", "der", "des", "di", "do", "du", "von"])
_ENDINGS = ("", "s", "es", "n", "en", "e", "er")


def translated(words: Sequence[str]) -> str:
    """Returns the English for the words of a name; empty if one of them is not known.

    Args:
        words: A noun, or two of which the second says of what, as in `fecha de nacimiento`.
    """
    nouns = [_noun(word) for word in words if word not in _OF]
    if not nouns or not all(nouns) or len(nouns) > 2:
        return ""
    return " of ".join(nouns)


def _noun(word: str) -> str:
    plain = fold(word)
    stems = (plain.removesuffix(end) for end in _ENDINGS if plain.endswith(end))
    return next((_ENGLISH[stem] for stem in stems if stem in _ENGLISH), "")
