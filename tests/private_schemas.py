"""Schemas of many domains that nobody has: some about private people, and some not at all."""

# Table to its columns: nothing of it is personal.
INNOCENT = {
    "orders": "id name latin_name class_id described_year",
    "countries": "iso2 iso3 name calling_code telephone_code phone_prefix capital religion "
    "population birth_rate death_rate life_expectancy income_group gdp_per_capita currency_code "
    "internet_users mobile_phones_per_100 ethnic_groups_count minimum_wage health_index",
    "airports": "iata icao name address city opened elevation passengers_per_year fax_code_type",
    "staff": "notation_id clef lines key_signature time_signature",
    "members": "organisation country joined",
    "reviews": "film_id source stars",
    "players": "name club position shirt_number nationality height weight foot",
    "bookings": "match_id player_id minute yellow_card red_card",
    "attendance": "match_id stadium_id spectators",
    "members_of_parliament": "first_name last_name party constituency term_start",
    "orders_of_chivalry": "name founded country motto ribbon_colour sovereign",
    "clients": "software version protocol licence platform",
    "servers": "hostname os mail_protocol mailbox_format client_limit",
    "loans": "artwork museum_from museum_to year",
    "personal_best": "first_name last_name event seconds",
    "rezepte": "titel kochzeit portionen schwierigkeit",
    "diseases": "icd_code name transmission incubation_period symptom treatment_type",
    "companies": "name ticker founded headquarters ceo employees_count revenue industry",
    "order_status": "id name",
    "customer_types": "id name",
    "job_grades": "grade min_salary max_salary",
    "jobs": "job_title avg_salary median_wage category",
    "nature_reservations": "name area established",
    "awards": "id artist title year",
    "appointments": "manager_id team_id tournament_id",
    "laureates": "first_name last_name prize country",
    "transports": "model passengers cargo_capacity",
}
# Table to its columns: rows about private people.
PRIVATE = {
    "customers": "id name",
    "tbl_Customers": "id name",
    "CUSTMAST": "CUSTNO CUSTNAME",
    "SalesOrderHeader": "SalesOrderID OrderDate",
    "EMP": "EMPNO ENAME JOB",
    "employees": "id title",
    "patients": "id ward",
    "appointments": "id doctor patient_id starts",
    "prescriptions": "id drug dose",
    "users": "id created",
    "accounts": "id username password_hash",
    "memberships": "id member_since email",
    "orders": "id order_date total",
    "invoice_line": "invoice_id track_id",
    "payment": "payment_id amount rental_id",
    "rental": "rental_id rental_date inventory_id customer_id",
    "bookings": "id check_in room guest_name",
    "reservations": "id passenger_id flight",
    "ratings": "user_id film_id stars",
    "reviews": "id reviewer_name product_id body",
    "loans": "id borrower_id book_id",
    "people": "name email phone",
    "doctors": "first_name last_name telephone",
    "kunden": "nr name",
    "Schueler": "nr klasse",
    "termine": "nr patient_id arzt",
    "Rezepte": "nr patient_id wirkstoff",
    "clients": "id nom prenom courriel",
    "pedidos": "id fecha",
    "citas": "id paciente_id fecha",
    "orders_2024": "id name product qty",
    "t1": "mail phone",
    "t2": "first_name surname salary",
}
# Columns that are personal wherever they stand.
PERSONAL = """
email e_mail EMail emailAddress contact_email mail_address courriel phone Phone1 phoneNo homePhone
telefon Telefonnummer teléfono fax ssn social_security_number passport_no national_id steuernummer
tax_id iban account_number CreditCardNumber kontonummer ip_address user_name login password passwort
mot_de_passe dob birth_date BirthDate dateofbirth birthday birth_year geburtsdatum date_naissance
fecha_nacimiento salary annual_salary hourly_wage salaire sueldo contact_name emergency_contact
billing_address home_address lieferadresse custname cust_name customer_id CustomerName empno user_id
Kundennummer kundennr id_cliente blood_pressure reviewer
"""
# Columns that are personal where a row is a person.
OF_PEOPLE = (
    "address street postal_code zip strasse born age religion income diagnosis blood_type sal"
)
