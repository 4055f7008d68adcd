"""Schemas of many domains that nobody has: some about private people, and some not at all."""

# Table to its columns: nothing of it is personal.
INNOCENT = {
    # biology
    "orders": "id name latin_name class_id described_year",
    "species": "id genus epithet order_id family authority conservation_status habitat",
    "taxa": "taxon_id rank sub_order order_name subfamily mail_order_code",
    # chemistry
    "elements": "symbol name atomic_number group_number period melting_point cas_number",
    "compounds": "formula name molar_mass density_g_per_ml boiling_point toxicity_class bond_order",
    # astronomy
    "moons": "name planet radius_km orbital_period discovered_by discovery_year magnitude",
    # geography
    "countries": "iso2 iso3 name calling_code telephone_code phone_prefix capital religion "
    "population birth_rate death_rate life_expectancy income_group gdp_per_capita currency_code "
    "internet_users mobile_phones_per_100 ethnic_groups_count minimum_wage health_index",
    "cities": "id name country_code region latitude longitude elevation postal_code tel_prefix",
    "mountains": "name height_m range first_ascent prominence",
    "streets": "street_name length_m city_id name_origin",
    "islands": "name residents_count area",
    # buildings, transport
    "buildings": "name address street city height_m floors architect opened address_number",
    "airports": "iata icao name address city opened elevation passengers_per_year fax_code_type",
    "stations": "station_code name line platform_count address zip opened patients_zone",
    "aircraft": "registration model manufacturer range passengers_max crew_size engine_type",
    "routes": "route_number origin destination distance via carrier",
    "ships": "imo_number mmsi name port_of_registry call_sign tonnage launched passenger_capacity",
    # music
    "staff": "notation_id clef lines key_signature time_signature",
    "tracks": "title album_id composer duration bytes track_number play_order",
    "bands": "name founded genre label members_count hometown",
    "band_members": "band_id name instrument joined",
    "members": "organisation country joined",
    "guest_appearances": "artist_id track_id role",
    # film
    "films": "title year director country language rating rating_count box_office age_rating mpaa",
    "directors": "name nationality first_film birth_place death_year",
    "actors": "first_name last_name birth_city gender height_cm",
    "ratings": "film_id average_rating num_votes source",
    "reviews": "film_id source stars",
    # sport
    "players": "name club position shirt_number nationality height weight foot",
    "bookings": "match_id player_id minute yellow_card red_card",
    "visits": "club_id country_id season games",
    "attendance": "match_id stadium_id spectators",
    "batting": "player_id year_id team_id games at_bats runs hits home_runs batting_order",
    "drivers": "driver_ref forename surname nationality number code",
    "transfers": "player_id from_club to_club fee season",
    # politics
    "parties": "name founded ideology leader seats member_of",
    "votes": "country_from country_to points year",
    "presidents": "name party term_start term_end vice_president",
    "members_of_parliament": "first_name last_name party constituency term_start",
    "state_visits": "leader country date purpose",
    "battles": "name war date order_of_battle location commander",
    "orders_of_chivalry": "name founded country motto ribbon_colour sovereign",
    # software
    "clients": "software version protocol licence platform",
    "releases": "package version build_number released ip_version user_agent",
    "servers": "hostname os mail_protocol mailbox_format client_limit",
    "phones": "brand model released screen_size phone_type mobile_os",
    "packages": "name maintainer_count homepage_title user_count users_min",
    # linguistics
    "phonemes": "symbol voicing place manner phoneme_class",
    "words": "lemma part_of_speech word_order gender case number birth_of_word",
    "languages": "name family iso_639 speakers script word_order",
    # books, art
    "books": "isbn title author publisher year pages language edition",
    "authors": "name nationality first_book movement",
    "paintings": "title painter year museum technique height_cm width_cm",
    "museums": "name city address opened visitors_per_year",
    # food, drinks
    "rezepte": "titel kochzeit portionen schwierigkeit",
    "recetas": "nombre tiempo porciones region",
    "ricette": "nome tempo difficolta portata",
    "wines": "name vineyard grape vintage region alcohol_content residual_sugar",
    # medicine as knowledge
    "diseases": "icd_code name transmission incubation_period symptom treatment_type",
    "drugs": "generic_name brand_name atc_code half_life contraindication",
    "genes": "symbol chromosome start end strand function",
    # business as a whole
    "companies": "name ticker founded headquarters ceo employees_count revenue industry",
    "products": "name product_line colour price weight category_id supplier_part",
    "order_status": "id name",
    "payment_methods": "id name",
    "customer_types": "id name",
    "job_grades": "grade min_salary max_salary",
    "jobs": "job_title avg_salary median_wage category",
    # education, weather, games, law, energy
    "universities": "name city founded students_count student_ratio type",
    "courses": "code title credits department term",
    "weather": "station date temperature pressure_range humidity",
    "games": "title publisher release_year platform player_count mobile_game age_range",
    "laws": "number title enacted in_force chamber",
    "power_plants": "name fuel capacity_mw operator cell_type commissioned",
    "cells": "cell_type organelle_count division_rate",
    "nature_reservations": "name area established",
    "minerals": "name formula hardness lustre streak cleavage",
}
# Table to its columns: rows about private people.
PRIVATE = {
    "customers": "id name",
    "tbl_Customers": "id name",
    "dim_customer": "customer_key segment",
    "nw_cust": "cust_id name",
    "CUSTMAST": "CUSTNO CUSTNAME",
    "SalesOrderHeader": "SalesOrderID OrderDate",
    "dept_emp": "emp_no dept_no from_date",
    "EMP": "EMPNO ENAME JOB",
    "employees": "id title",
    "hr_staff": "staff_id first_name surname",
    "students": "id year",
    "student_grades": "student_id course_id grade",
    "patients": "id ward",
    "patient_visits": "id date",
    "visits": "visit_id patient_id date",
    "appointments": "id doctor patient_id starts",
    "prescriptions": "id drug dose",
    "passengers": "id flight",
    "users": "id created",
    "app_users": "id handle",
    "accounts": "id username password_hash",
    "members": "id first_name last_name joined",
    "memberships": "id member_since email",
    "subscribers": "id plan",
    "tenants": "id flat",
    "orders": "id order_date total",
    "order_items": "order_id product_id",
    "purchase_orders": "id supplier",
    "invoices": "id total",
    "invoice_line": "invoice_id track_id",
    "payment": "payment_id amount rental_id",
    "rental": "rental_id rental_date inventory_id customer_id",
    "bookings": "id check_in room guest_name",
    "reservations": "id passenger_id flight",
    "ratings": "user_id film_id stars",
    "reviews": "id reviewer_name product_id body",
    "votes": "voter_id option",
    "loans": "id borrower_id book_id",
    "contacts": "first_name last_name phone",
    "people": "name email phone",
    "doctors": "first_name last_name telephone",
    "kunden": "nr name",
    "Kundenstamm": "nr name",
    "Mitarbeiter": "nr name",
    "Patienten": "nr station",
    "Schueler": "nr klasse",
    "schüler": "nr klasse",
    "bestellungen": "nr datum",
    "Rechnungen": "nr betrag",
    "ausleihen": "nr leser_id buch_id entleiher",
    "mitglieder": "nr eintritt",
    "termine": "nr patient_id arzt",
    "Rezepte": "nr patient_id wirkstoff",
    "utilisateurs": "id pseudo",
    "clients": "id nom prenom courriel",
    "commandes": "id date",
    "factures": "id montant",
    "salariés": "id poste",
    "élèves": "id classe",
    "emprunts": "id livre_id emprunteur_id",
    "clientes": "id nombre",
    "empleados": "id puesto",
    "pacientes": "id sala",
    "pedidos": "id fecha",
    "usuarios": "id alta",
    "alumnos": "id curso",
    "citas": "id paciente_id fecha",
    "recetas": "id paciente_id farmaco",
    "clienti": "id nome",
    "dipendenti": "id ruolo",
    "pazienti": "id reparto",
    "ordini": "id cliente_id data_ordine",
    "fatture": "id importo",
    "prenotazioni": "id utente_id data",
    "funcionarios": "id cargo",
    "alunos": "id turma",
    "encomendas": "id data",
    "klanten": "id naam",
    "werknemers": "id functie",
    "patiënten": "id afdeling",
    "bestellingen": "id datum",
    "klienci": "id nazwa",
    "pracownicy": "id stanowisko",
    "pacjenci": "id oddzial",
    "zamówienia": "id data",
    "użytkownicy": "id login_date",
}
# Columns that are personal wherever they stand.
PERSONAL = """
email e_mail EMail emailAddress contact_email mail mail_address courriel correo_electronico
posta_elettronica phone Phone1 phone_number phoneNo homePhone mobile_phone tel telnr telefon
Telefonnummer telefono teléfono telefone telefoon fax handynummer portable_tel cellulare ssn
social_security_number passport_no national_id steuernummer dni nif codice_fiscale cpf bsn pesel
tax_id iban account_number acctno card_number CreditCardNumber kontonummer bank_account
numer_konta ip_address user_name username login password passwort mot_de_passe wachtwoord dob
birth_date BirthDate date_of_birth birthday birth_year geburtsdatum Geburtstag date_naissance
fecha_nacimiento data_nascita data_nascimento geboortedatum data_urodzenia yob salary
annual_salary hourly_wage salaire sueldo stipendio salario wynagrodzenie contact_name
Ansprechpartner emergency_contact billing_address home_address lieferadresse custname cust_name
customer_id CustomerName patient_id empno emp_name user_id username1 student_no Kundennummer
kundennr id_cliente id_paciente klant_id medical_history blood_pressure
"""
# Columns that are personal where a row is a person.
OF_PEOPLE = """
address street postal_code zip plz strasse adresse direccion indirizzo ulica born age edad
religion ethnicity marital_status familienstand estado_civil income diagnosis blood_type
disability sal konfession
"""
