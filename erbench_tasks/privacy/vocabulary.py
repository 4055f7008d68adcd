"""The words of schemas' names, and those for private people, their data, and what happens to them.

English, with the commonest words in German, French and Spanish. `_` joins the words of a phrase;
the plural in -s, accents and gaps need no entry of their own (see `first_of`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from ...core.folding import fold

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_GAP = re.compile(r"[\W_]+")
# Whose names and numbers are written in one word: `custname`, `EMPNO`, `Kundennummer`.
_TOGETHER = re.compile(
    r"(cust|customer|emp|employee|kunden|mitarbeiter|pat|patient|patienten|student|user|usr)"
    r"(id|key|name|no|nr|num|number|nummer|mast|master|stamm|daten|data)"
)
_PLURAL = re.compile(r"(?<=ss)es$|(?<=[^sui])s$")
Words = tuple[str, ...]

# Whoever has a row of their own in such a table is a private person, whatever else it holds.
PRIVATE = """
customer shopper buyer patient employee passenger subscriber tenant student pupil applicant borrower
schueler user consumer citizen voter respondent insured cardholder attendee physician doctor nurse
teacher inmate kunde kunden patienten mitarbeiter angestellte benutzer mitglied mitglieder schüler
studenten employé utilisateur élève étudiant emprunteur cliente paciente empleado usuario alumno
"""
# The same in columns, where they are cut short.
ROLES = PRIVATE + " cust emp empl usr pat reviewer "
# The same, or something else: such a table needs support by its columns.
PERHAPS = """
staff personnel client member membership account contact guest donor lead worker volunteer profile
reader participant candidate cust emp empl pat usr resident beneficiary instructor konto kontakt
kontakte gast gäste leser teilnehmer membre compte miembro socio cuenta
"""
PERHAPS_EVENTS = """
visit vote rating review appointment admission consultation treatment claim ticket login session
message salary attendance feedback comment post diagnosis diagnoses booking loan sale registration
delivery lease termin termine rezept rezepte behandlung ausleihe ausleihen emprunt cita receta
"""
# What somebody buys or pays, unless it has a name as the orders of insects have.
EVENTS = """
order invoice purchase payment payslip payroll timesheet rental reservation transaction shipment
subscription enrollment enrolment checkout cart refund prescription credit_card bank_account
bestellung bestellungen rechnung rechnungen zahlung commande facture paiement pedido factura pago
"""
TRADE = "quantity qty amount total price paid payment delivery shipping product menge betrag prix"
# Tables that list what there is of something, and figures over many rows: nobody's own.
LOOKUPS = """
segment type kind status state method category reason code priority level lookup count statistic
stat summary ratio rate average density system format agent typ art tipo kategorie catégorie
"""
FIGURES = "per user_agent order_of sort_order word_order"
# A person of whom it is not known whether the public knows them.
PEOPLE = "person people human individual owner child children victim personen personne persona"
# A person who is known for what the table tells, and those who are known together.
PUBLIC = """
player driver author actor actress director artist composer singer musician writer politician
president minister senator coach manager referee athlete swimmer rider cyclist skater boxer golfer
painter sculptor poet philosopher scientist inventor laureate winner astronaut king queen monarch
emperor ruler pope saint bishop celebrity architect pilot explorer contestant nominee crew star cast
band parliament council cabinet senate congress team squad orchestra spieler fahrer autor autoren
schauspieler politiker abgeordnete joueur auteur acteur artiste jugador autores artista
"""
# What the columns of a table about them have.
PUBLIC_ROLES = "party parliament constituency band instrument team club squad shirt_number election"
# Columns that only a person has.
PERSON_COLUMNS = """
first_name last_name forename surname given_name family_name middle_name maiden_name fname lname
vorname nachname prénom nom_famille apellido
"""
ADDRESSES = "address addr adresse adressen anschrift dirección direcciones phone email telefon"
# What names a thing: a table that has it is about more than the person whom it links.
NAMES = "name title label bezeichnung titel titre nom nombre título"
# Who has a phone that everybody may call.
ORGANISATIONS = """
website homepage url company supplier vendor shipper manufacturer publisher brand organisation
organization museum hotel shop store restaurant library theatre theater cinema gallery university
college school institute hospital clinic club church airport airline station embassy ministry bank
firma unternehmen lieferant verein schule musée société fournisseur museo empresa proveedor escuela
"""
STAFF = "employee staff personnel emp physician doctor nurse teacher mitarbeiter employé empleado"
# Parts of an organisation, by whatever else refers to them.
DIVISIONS = (
    "department dept division territory shift office job ward store branch abteilung oficina"
)
# What belongs to no organisation, whoever refers to it.
NOBODYS = "country city town state province county language currency university school land stadt"
MAIL, PHONES, BIRTHS = "e-mail addresses", "phone numbers", "dates of birth"
SALARIES, MEDICAL, ADDRESS = "salaries", "medical data", "private addresses"
PAPERS, SECRETS = "numbers of identity papers or taxes", "names or secrets of accounts"
# What only persons have, and organisations (see `tables`).
OF_PERSONS = {"names", MAIL, PHONES, SALARIES, MEDICAL, ADDRESS, PAPERS, SECRETS, BIRTHS}
# Kind of data to the names of columns that hold it in whatever table they are.
ANYWHERE = {
    MAIL: "email mail email_address mail_address mailadresse emailadresse courriel correo",
    PHONES: """
phone telephone tel phone_number phone_no telephone_number mobile_number mobile_phone cell_phone
home_phone work_phone fax fax_number telefon telefonnummer handy faxnummer téléphone teléfono
""",
    PAPERS: """
ssn social_security social_security_number national_id passport passport_number passport_no
driver_license license_plate tax_id insurance_number steuernummer ausweisnummer dni nif
""",
    "numbers of accounts or cards": """
iban bank_account account_number account_no acct_no card_number card_no credit_card
credit_card_number cvv kontonummer kreditkarte numéro_compte numéro_carte cuenta_bancaria
""",
    "IP addresses or devices of people": "ip ip_address ip_addr client_ip user_ip mac_address imei",
    SECRETS: "username login login_name password passwd pwd passwort mot_de_passe contraseña",
    BIRTHS: """
birth_date date_of_birth dob birthday birth_year year_of_birth yob birth_month geburtsdatum
geburtstag geburtsjahr date_naissance date_de_naissance fecha_nacimiento fecha_de_nacimiento
""",
    SALARIES: "salary wage hourly_wage pay_rate gehalt stundenlohn salaire salario sueldo",
    "contact persons": "contact_name contact_person contact_title emergency_contact",
    ADDRESS: """
home_address private_address billing_address shipping_address delivery_address mailing_address
ship_address ship_name ship_postal_code wohnort lieferadresse rechnungsadresse domicilio
""",
    MEDICAL: "medical_history blood_pressure medical_condition health_status",
}
# The same for columns that are personal where a row is a person.
OF_PEOPLE = {
    "addresses": "address addr street postal_code zip zip_code residence adresse strasse plz rue",
    BIRTHS: "born birth age geboren alter naissance âge nacimiento edad",
    SALARIES: "income pay compensation sal earnings lohn einkommen revenu ingresos",
    MEDICAL: "diagnosis disease disability allergy blood_type medication illness health hiv",
    "beliefs or descent": "religion ethnicity sexual_orientation marital_status criminal_record",
}
# Words beside these names that make something else of them: a country's calling code.
NOT_PERSONAL = """
code prefix calling type format length model brand operator order policy density per percent share
rate count total avg average mean median min minimum max maximum line server protocol version system
group range category class index score is has app user name region place country city town state
"""
# Words beside a role that leave it a person: `customer_name`, `cust_no`.
NAMING = "name first last full given id key no nr num number nummer code ref uuid nom numéro master"


@lru_cache(maxsize=65536)
def name_words(name: str) -> Words:
    """Returns the words of a name without accents and digits behind them, in lower case."""
    found: list[str] = []
    for word in _GAP.split(_CAMEL.sub(" ", name)):
        plain = fold(word.rstrip("0123456789").replace("ß", "ss")).strip()
        together = _TOGETHER.fullmatch(plain)
        found += together.groups() if together else filter(None, [plain])
    return tuple(found)


def first_of(parts: Words, text: str) -> Words | None:
    """Returns what a name has of a list of words, the longest and then the first.

    Words side by side are compared as one, and in the singular: `e-mail` has what `EMAILS` has.
    """
    known = _known(text)
    for length in (3, 2, 1):
        for start in range(len(parts) - length + 1):
            if _singular("".join(parts[start : start + length])) in known:
                return parts[start : start + length]
    return None


def has_any(parts: Words, text: str) -> bool:
    """Tells whether a name has any of a list of words (see `first_of`)."""
    return first_of(parts, text) is not None


@lru_cache(maxsize=256)
def _known(text: str) -> frozenset[str]:
    return frozenset(_singular(fold(phrase.replace("_", ""))) for phrase in text.split())


def _singular(word: str) -> str:
    return _PLURAL.sub("", word.removesuffix("ies") + "y" if word.endswith("ies") else word)
