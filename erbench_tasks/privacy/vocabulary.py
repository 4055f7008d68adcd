"""Words that schemas use for private people, for what happens to them, and for their data.

English, German, French, Spanish, Italian, Portuguese, Dutch and Polish, with usual abbreviations.
Umlauts stand for both of their spellings in ASCII. In phrases of several words, `_` joins them.
"""

from __future__ import annotations

# Whoever has a row of their own in such a table is a private person, whatever else it holds.
PRIVATE_PEOPLE = """
physician physicians doctor doctors nurse nurses médico médicos medico medicos arzt ärzte ärztin
médecin médecins infirmier infirmiers enfermero enfermeros
customer customers shopper shoppers buyer buyers patient patients inpatient inpatients outpatient
outpatients employee employees passenger passengers subscriber subscribers tenant tenants pupil
pupils student students applicant applicants borrower borrowers debtor debtors user users
policyholder policyholders insured consumer consumers citizen citizens resident residents
newborn newborns respondent respondents voter voters payee payees cardholder cardholders
registrant registrants attendee attendees lodger lodgers caregiver caregivers
kunde kunden kundin kundinnen patienten patientin patientinnen mitarbeiter mitarbeiterin
mitarbeitende angestellte angestellter beschäftigte beschäftigter benutzer nutzer anwender mitglied
mitglieder schüler schülerin schülerinnen studierende studenten studentin abonnent abonnenten
passagier passagiere fahrgast fahrgäste mieter bewerber versicherte versicherter versicherungsnehmer
kreditnehmer entleiher ausleiher schuldner besteller auftraggeber
patiente patientes salarié salariés salariée salariées employé employés employée employées
utilisateur utilisateurs élève élèves étudiant étudiants étudiante abonné abonnés passagers
locataire locataires adhérent adhérents emprunteur emprunteurs assuré assurés acheteur
acheteurs
cliente clientes paciente pacientes empleado empleados empleada empleadas trabajador trabajadores
usuario usuarios usuaria usuarias alumno alumnos alumna alumnas estudiante estudiantes suscriptor
suscriptores abonado abonados pasajero pasajeros inquilino inquilinos huésped huéspedes prestatario
prestatarios comprador compradores
clienti paziente pazienti dipendente dipendenti impiegato impiegati utente utenti alunno alunni
studente studenti abbonato abbonati passeggero passeggeri inquilini ospite ospiti acquirente
acquirenti
utilizador utilizadores funcionário funcionários empregado empregados aluno alunos aluna alunas
estudante estudantes assinante assinantes passageiro passageiros hóspede hóspedes
klant klanten patiënt patiënten werknemer werknemers medewerker medewerkers gebruiker gebruikers
leerling leerlingen studenten abonnee abonnees huurder huurders passagiers
klient klienci klienta klientów pacjent pacjenci pacjenta pracownik pracownicy pracownika
użytkownik użytkownicy użytkownika uczeń uczniowie abonent abonenci pasażer pasażerowie najemca
najemcy czytelnik czytelnicy kontrahent kontrahenci
buerger kunnr
"""
# Words that mean something else as well: they need support by the table's columns.
PERHAPS_PEOPLE = """
staff staffs client clients member members membership memberships account accounts contact contacts
guest guests donor donors lead leads worker workers volunteer volunteers profile profiles personnel
personel reader readers participant participants candidate candidates beneficiary beneficiaries
dependent dependents payer payers cust custs emp emps empl pat pats usr usrs mbr stud studs kd kdn
pers
belegschaft leser abo gast gäste konto konten student
membre membres client compte comptes lecteur lecteurs personnels
miembro miembros socio socios cuenta cuentas lector lectores
membro membri membros soci lettore lettori leitor leitores conto conti conta contas personale
pessoal colaborador colaboradores beneficiário beneficiários
lid leden gasten lezer lezers personeel rekening
członek członkowie gość goście konto
teilnehmer
"""
# What happens to private people, and what can hardly be anything else.
PRIVATE_EVENTS = """
invoice invoices prescription prescriptions payslip payslips payroll timesheet timesheets
enrollment enrollments enrolment enrolments hospitalization hospitalizations checkout checkouts
purchase_order purchase_orders sales_order sales_orders customer_order customer_orders order_detail
order_details order_item order_items order_line order_lines order_header orderdetail orderdetails
orderitem orderitems orderline orderlines shopping_cart salesorder salesorders orderlineitem
lineitem line_items medical_record medical_records wishlist wishlists
bestellung bestellungen bestellposition bestellpositionen kundenauftrag rechnung rechnungen
rechnungsposition gehaltsabrechnung einkaufswagen warenkorb krankenakte patientenakte
commande commandes facture factures panier ligne_commande ligne_facture bulletin_paie
pedido pedidos factura facturas nómina nóminas historia_clínica
fattura fatture fattura_riga ricetta_medica busta_paga cartella_clinica
encomenda encomendas fatura faturas prontuário prontuários
bestelling bestellingen factuur facturen bestelregel loonstrook
zamówienie zamówienia faktura faktury
credit_card credit_cards creditcard creditcards bank_account bank_accounts
"""
# What somebody buys, pays or borrows, if the columns link a person or speak of trade.
TRADES = """
order orders ord payment payments pmt rental rentals booking bookings reservation reservations loan
loans lease leases transaction transactions purchase purchases sale sales subscription subscriptions
shipment shipments delivery deliveries cart carts refund refunds auftrag aufträge zahlung zahlungen
vermietung vermietungen verleih ausleihe ausleihen buchung buchungen reservierung reservierungen
vertrag verträge lieferung lieferungen einkauf einkäufe verkauf verkäufe paiement paiements emprunt
emprunts prêt prêts réservation réservations achat achats vente ventes livraison pago pagos alquiler
alquileres préstamo préstamos reserva reservas venta ventas compra compras contrato contratos ordine
ordini pagamento pagamenti noleggio noleggi prestito prestiti prenotazione prenotazioni vendita
vendite acquisti pagamentos aluguel aluguéis empréstimo empréstimos venda vendas betaling betalingen
verhuur uitlening uitleningen boeking boekingen reservering reserveringen verkoop płatność płatności
wypożyczenie wypożyczenia rezerwacja rezerwacje sprzedaż
"""
# What may happen to private people, if the columns link one.
PERHAPS_EVENTS = """
visit visits vote votes rating ratings review reviews appointment appointments admission admissions
consultation consultations encounter encounters treatment treatments claim claims ticket tickets
login logins session sessions message messages salary salaries attendance complaint complaints
examination feedback comment comments post posts diagnosis diagnoses procedure registration
registrations rezept rezepte verordnung verordnungen besuch besuche termin termine behandlung
behandlungen stimme stimmen bewertung bewertungen rezension rezensionen diagnosen gehälter
ordonnance ordonnances visite visites rendez_vous avis salaires receta recetas visita visitas cita
citas consulta consultas voto votos valoración valoraciones reseña reseñas ricetta ricette visite
voti recensione recensioni valutazione valutazioni receita receitas avaliação avaliações recept
recepten bezoek bezoeken afspraak afspraken beoordeling beoordelingen recepta recepty wizyta wizyty
ocena oceny opinia opinie
"""
# What a table about orders has, and one about the orders of insects or of chivalry has not.
TRADE = """
quantity qty amount amt total subtotal price discount freight shipping shipped delivery
delivered paid payment invoice tax vat currency cart basket checkout order_date orderdate order_dt
ordered due_date rental_date return_date returned check_in check_out checkin checkout
menge betrag gesamt preis rabatt bestelldatum lieferdatum mwst bezahlt rechnung
quantité montant prix remise livraison date_commande tva
cantidad importe precio descuento envío fecha_pedido iva monto
quantità importo prezzo sconto data_ordine spedizione
quantidade preço desconto data_pedido
aantal bedrag prijs korting besteldatum btw
ilość kwota cena rabat data_zamówienia
ship_date shipdate ship_name shipname ship_via shipvia ship_address ship_to
"""
# Tables that list what there is of something, and figures over many rows: nobody's own.
LOOKUPS = """
segment segments type types typ typen tipo tipos tipi kind kinds status statuses state states method
methods category
categories reason reasons code codes priority priorities level levels term terms lookup enum
count counts cnt stats statistics statistic summary ratio rate rates per avg average density share
system systems software format formats kategorie kategorien methode methoden zahl anzahl
catégorie catégories categoría categorías categoria categorie agent agents manual guide
"""
# Words that give a table's name a meaning of its own.
NOT_PRIVATE = """
order_of sort_order display_order word_order play_order suborder member_state member_states
member_country member_countries band_member band_members cast_member cast_members crew_member
crew_members group_member group_members team_member team_members board_member board_members
parliament_member member_of patient_zero staff_notation user_agent user_agents guest_star
guest_stars parliament_members council_members cabinet_members orchestra_members congress_members
guest_appearances guest_appearance chart_position ticket_price sales_chart box_office
technical_staff coaching_staff bandmember peace state_visit state_visits team_staff lead_singer
work_order work_orders workorder production_order production_orders personal_best
"""
# What the columns of a table about public persons have.
PUBLIC_ROLES = """
party party_id parliament chamber constituency district band band_id instrument team team_id club
club_id squad position shirt_number jersey senate term_start term_end cap_number draft
election election_id partei fraktion wahlkreis parti partido partito circonscription
"""
# A person of whom it is not known whether the public knows them.
PEOPLE = """
person persons people human humans individual individuals doctor doctors teacher teachers professor
professors instructor instructors lawyer lawyers judge judges nurse nurses physician physicians
surgeon surgeons owner owners child children spouse parent parents agent agents officer officers
victim victims soldier soldiers therapist therapists dentist dentists tutor tutors
personen leute arzt ärzte ärztin lehrer lehrerin dozent dozenten kinder eltern inhaber
personne personnes médecin médecins professeur professeurs enfant enfants
persona personas médico médicos profesor profesores niño niños propietario propietarios
persone medico medici docente docenti bambini proprietario proprietari
pessoa pessoas professor professores criança crianças proprietário
persoon artsen leraar leraren kinderen eigenaar
osoba osoby lekarz lekarze nauczyciel nauczyciele dziecko dzieci właściciel
"""
# A person who is known for what the table tells.
PUBLIC_PEOPLE = """
name_basics player players driver drivers
author authors actor actors actress actresses director directors artist artists composer composers
singer singers musician musicians writer writers politician politicians president presidents
minister ministers senator senators coach coaches manager managers referee referees umpire umpires
athlete athletes swimmer swimmers rider riders cyclist cyclists skater boxer wrestler golfer
golfers painter painters sculptor poet poets philosopher philosophers scientist scientists
inventor laureate laureates winner winners astronaut astronauts king kings queen queens monarch
monarchs emperor emperors ruler rulers pope popes saint saints bishop bishops celebrity celebrities
architect architects pilot pilots explorer explorers
jockey jockeys batter batters pitcher pitchers goalkeeper goalkeepers editor editors
translator translators speaker speakers contestant contestants nominee nominees crew
spieler spielerin fahrer fahrerin autor autoren autorin schauspieler regisseur
regisseure künstler komponist komponisten sänger musiker schriftsteller politiker abgeordnete
trainer schiedsrichter sportler maler dichter verfasser
joueur joueurs pilote pilotes auteur auteurs acteur acteurs réalisateur
réalisateurs artiste artistes compositeur compositeurs chanteur chanteurs écrivain écrivains
entraîneur arbitre arbitres peintre peintres
jugador jugadores piloto pilotos autores actores directores artista artistas
compositor compositores cantante cantantes escritor escritores entrenador entrenadores árbitro
árbitros pintor pintores
giocatore giocatori pilota piloti autore autori attore attori regista registi artisti
compositori cantanti scrittore scrittori allenatore arbitri pittore
jogador jogadores ator atores cantor cantores escritores treinador
speler spelers coureur auteurs acteurs regisseur kunstenaar componist zanger schrijver schrijvers
scheidsrechter
zawodnik zawodnicy gracz gracze autorzy aktor aktorzy reżyser reżyserzy artysta artyści
kompozytor piosenkarz pisarz pisarze polityk trener sędzia malarz
"""
# Columns that only a person has.
PERSON_COLUMNS = """
first_name last_name firstname lastname forename surname given_name family_name middle_name fname
lname maiden_name
vorname nachname familienname zuname prénom nom_famille nom_de_famille apellido apellidos
primer_apellido cognome sobrenome apelido voornaam achternaam imię nazwisko
"""
PASSWORDS = "password passwd pwd passwort kennwort motdepasse contraseña senha wachtwoord hasło"
# A table of addresses.
ADDRESSES = """
address addresses addr adresse adressen anschrift anschriften adresses dirección direcciones
indirizzo indirizzi endereço endereços adres adressen adresy phone phones email emails telefon
telefone
"""
CONTACT = "e-mail addresses", "phone numbers"
# What is recorded of people who are not known to the public.
OF_PRIVATE_PEOPLE = (
    *CONTACT, "private addresses", "names or secrets of accounts", "salaries", "medical data",
    "numbers of identity papers, taxes or insurance",
)  # fmt: skip
# What names a thing: a table that has it is about more than the person whom it links.
NAMES = """
name title label caption designation description desc
bezeichnung titel titre nom libellé intitulé nombre título nome titolo naam nazwa tytuł
"""
# Kind of data to the names of columns that hold it in whatever table they are.
ANYWHERE = {
    "e-mail addresses": """
email emails e_mail mail mails email_address emailaddress mail_address mailadresse emailadresse
e_mail_adresse courriel adresse_mail adresse_électronique correo correo_electrónico correoe
posta_elettronica indirizzo_email endereço_eletrônico correio_eletrônico emailadres mailadres
adres_email poczta_elektroniczna
""",
    "phone numbers": """
phone phones telephone telephones tel phone_number phonenumber phone_no phonenum phoneno
telephone_number mobile_number mobile_phone mobile_no mobilephone cell_phone cellphone cell_number
home_phone work_phone landline fax faxes fax_number faxnumber whatsapp
telefon telefone telefonnummer telefonnr telnr tel_nr rufnummer handy handynummer mobilnummer
mobiltelefon faxnummer
téléphone numéro_téléphone num_tel portable_tel télécopie
teléfono teléfonos celular móvil telefonía_móvil
telefono telefoni cellulare numero_telefono
telemóvel telefones
telefoonnummer telefoon mobiel gsm_nummer
telefon_komórkowy numer_telefonu komórka
""",
    "numbers of identity papers, taxes or insurance": """
ssn social_security social_security_number national_id national_id_number nationalidnumber
passport passport_number passport_no passportnumber driver_license driving_licence driver_licence
drivers_license license_plate licence_plate tax_id taxid tax_number nino national_insurance
insurance_number insurance_no health_insurance_number mrn medical_record_number aadhaar pan_number
personalausweis ausweisnummer reisepass passnummer steuernummer steuer_id steueridnr
sozialversicherungsnummer svnr versichertennummer krankenversicherungsnummer
numéro_sécurité_sociale num_secu nir_number nss passeport
dni nie_number nif cédula curp rfc_number pasaporte seguridad_social
codice_fiscale codicefiscale cod_fiscale passaporto tessera_sanitaria
cpf rg_number passaporte número_contribuinte cartão_cidadão nis_pis
bsn burgerservicenummer paspoortnummer sofinummer rijksregisternummer
pesel dowód_osobisty nip_number paszport
""",
    "numbers of accounts or cards": """
iban bic_iban bank_account account_number accountnumber account_no accountno acct_no acctno
routing_number sort_code card_number cardnumber card_no cardno credit_card creditcard
credit_card_number creditcardnumber ccn cc_number cvv cvc card_expiry debit_card
kontonummer kontonr bankverbindung kreditkarte kreditkartennummer kartennummer
numéro_compte compte_bancaire carte_bancaire numéro_carte
cuenta_bancaria número_cuenta tarjeta_crédito número_tarjeta
conto_corrente carta_credito numero_carta conto_bancario
conta_bancária conta_corrente cartão_crédito número_cartão
rekeningnummer bankrekening creditcardnummer
numer_konta rachunek_bankowy numer_karty
""",
    "IP addresses or devices of people": """
ip_address ipaddress ip_addr ipaddr ip_adresse client_ip remote_ip user_ip login_ip last_ip
mac_address imei advertising_id cookie_id
""",
    "names or secrets of accounts": """
username user_name login login_name loginname login_id user_login screen_name password passwd pwd
password_hash passwordhash password_salt passphrase secret_question security_question pin_code
benutzername kennwort passwort anmeldename
nom_utilisateur mot_de_passe motdepasse identifiant_utilisateur
nombre_usuario contraseña clave_acceso
nome_utente senha nome_usuário
gebruikersnaam wachtwoord
nazwa_użytkownika hasło
""",
    "dates of birth": """
birth_date birthdate birth_dt birthdt date_of_birth dateofbirth dob birthday birth_day birth_year
birthyear year_of_birth yob birth_month geb_dat born_on born_date date_born year_born
geburtsdatum geburtstag geburtsjahr gebdat gebdatum geb_datum geboren_am
date_naissance date_de_naissance datenaissance année_naissance année_de_naissance naissance_date
fecha_nacimiento fecha_de_nacimiento fechanacimiento fecha_nac fec_nac año_nacimiento
año_de_nacimiento
data_nascita data_di_nascita datanascita anno_nascita anno_di_nascita
data_nascimento data_de_nascimento datanascimento dt_nascimento ano_nascimento nascimento
geboortedatum geboortejaar geboortedag
data_urodzenia rok_urodzenia dataurodzenia
""",
    "salaries": """
salary salaries annual_salary monthly_salary base_salary wage wages hourly_wage payrate pay_rate
monatsgehalt jahresgehalt grundgehalt bruttogehalt nettogehalt gehaltsstufe stundenlohn bruttolohn
salaire salaire_brut rémunération
salario sueldo
stipendio retribuzione
salário remuneração vencimento_base
salaris brutoloon uurloon
wynagrodzenie pensja
""",
    "contact persons": """
contact_name contactname contact_person contactperson contact_first_name contact_last_name
contact_title
emergency_contact next_of_kin kontaktperson ansprechpartner kontaktname personne_contact
nom_contact persona_contacto nombre_contacto persona_contatto nome_contatto pessoa_contacto
nome_contato contactpersoon osoba_kontaktowa
""",
    "private addresses": """
home_address residential_address private_address billing_address shipping_address delivery_address
mailing_address bill_to_address ship_address ship_to_address ship_name ship_street ship_postal_code
shipname shipaddress wohnort wohnadresse privatadresse lieferadresse rechnungsadresse
adresse_domicile adresse_livraison adresse_facturation domicilio dirección_envío
dirección_facturación residenza indirizzo_spedizione morada endereço_residencial endereço_entrega
woonadres woonplaats afleveradres adres_zamieszkania
""",
    "medical data": """
medical_history blood_pressure medical_condition medical_conditions health_status
krankengeschichte vorerkrankungen antécédents_médicaux antecedentes_médicos anamnesi
historial_médico
""",
}
# The same for columns that are personal where a row is a person.
OF_PEOPLE = {
    "addresses": """
address addresses addr street street_address postal_code postalcode postcode zip zip_code zipcode
house_number residence
address_line addressline adresse anschrift straße strasse plz postleitzahl hausnummer
rue code_postal domicile
dirección calle código_postal cp
indirizzo
endereço rua cep código_postal
adres straat huisnummer
ulica kod_pocztowy
""",
    "dates of birth": """
born birth geboren naissance né_le nacimiento nascita geboorte urodzony
age ages alter âge edad età idade leeftijd wiek
""",
    "salaries": """
income pay compensation sal monthly_income earnings gehalt lohn einkommen
revenu revenus ingresos reddito renda inkomen dochód
""",
    "medical data": """
diagnosis diagnoses diagnose diagnosen diagnostic diagnóstico diagnosi diagnoza disease diseases
disability disabilities allergy allergies blood_type blood_group bloodtype medication medications
symptom symptoms illness health treatment therapy smoker pregnant pregnancy hiv vaccination
vaccinated bmi icd icd_code mental_health chronic_condition cholesterol glucose
krankheit krankheiten behinderung allergie allergien blutgruppe medikament medikamente symptome
impfung erkrankung behandlung
maladie handicap groupe_sanguin médicament traitement
enfermedad discapacidad alergia alergias grupo_sanguíneo medicamento tratamiento
malattia disabilità gruppo_sanguigno farmaco
doença deficiência grupo_sanguíneo
ziekte handicap bloedgroep
choroba niepełnosprawność grupa_krwi
""",
    "beliefs, descent or private life": """
religion religious_affiliation faith denomination ethnicity ethnic_group ethnic_origin
sexual_orientation marital_status marital civil_status political_opinion political_views
union_member criminal_record convictions number_of_children
konfession glaube religionszugehörigkeit familienstand ethnie
confession ethnie situation_familiale état_civil orientation_sexuelle
religión etnia estado_civil orientación_sexual
religione stato_civile orientamento_sessuale
religião
godsdienst burgerlijke_staat
wyznanie stan_cywilny
""",
}
# Words beside these names that make something else of them: a country's calling code.
NOT_PERSONAL = """
code codes prefix prefixes calling type types typ format formats length model models brand brands
operator provider company network pattern template subject order policy density per percent pct
share rate count counts cnt total number_of num_of avg average mean median min max minimum maximum
box line lines lists server protocol version manufacturer os system systems plan group groups
bracket band range category class index score ratio is has verified confirmed game games apps app
subscriptions subscribers users penetration place country city state bits bit byte bytes count
anzahl vorwahl art tipo indicatif prefijo prefisso
"""
# Words beside a role that leave it a person: `customer_name`, `cust_no`.
NAMING = """
name names first last full given family middle id ids key no nr num number code ref fk pk sk uuid
guid by with data record file list details detail info main new old current master sur title
nom prénom nombre apellido nome cognome voornaam achternaam vorname nachname imię nazwisko nummer
numéro número numero naam datum
"""
# Parts of names that are written together: `custname`, `dateofbirth`, `deptemp`.
PARTS = """
name first last full id no nr num number key code date dt of addr address tel phone mail email
dept order item line detail details type home work data table tbl card account acct pay birth day
nummer datum daten liste stamm akte satz mast mst master role roles group groups type types count
"""
# What stands before a table's name and says nothing about it.
PREFIXES = """
tbl tab t tb dim fact fct stg raw src vw v mst mstr master ref hist history archive tmp new old my
the all
"""
SUFFIXES = """
tbl tab table tb list liste lista data daten stamm info record records mast mst master file akte
hist history archive tmp old new dim fact fct
"""
# Who works for the organisation whose database it is.
STAFF = """
employee employees emp emps empl staff staffs personnel personel worker workers salesperson
salespersons salespeople sales_person sales_persons sales_rep sales_reps agent agents physician
physicians doctor doctors nurse nurses clerk clerks cashier cashiers instructor instructors teacher
teachers lecturer lecturers
mitarbeiter mitarbeiterin mitarbeitende angestellte angestellter belegschaft arzt ärzte lehrer
empleado empleados empleada empleadas trabajador trabajadores médico médicos medico medicos profesor
profesores employé employés salarié salariés médecin médecins dipendente dipendenti impiegato
impiegati funcionário funcionários empregado empregados werknemer werknemers medewerker medewerkers
pracownik pracownicy lekarz lekarze
"""
# Its parts, by whatever else refers to them.
DIVISIONS = """
department departments dept depts division divisions territory territories shift shifts office
offices team_unit unit units section sections position positions job jobs job_title job_titles
abteilung abteilungen schicht schichten stelle stellen departamento departamentos turno turnos
puesto puestos oficina oficinas especialidad especialidades département départements service
services poste postes bureau bureaux reparto reparti ufficio uffici afdeling afdelingen wydział
dział
"""
# Where it works: what customers and patients refer to as well.
SITES = """
ward wards store stores branch branches department departments dept depts warehouse warehouses
filiale filialen sede sedes sucursal sucursales succursale succursales filiali agencia agencias
magasin magasins oddział oddziały
"""
# What belongs to no organisation, whoever refers to it.
NOBODYS = """
country countries city cities town towns state states province provinces continent continents
county counties language languages currency currencies nationality nationalities university
universities college colleges school schools land länder stadt städte ort orte sprache sprachen
país países ciudad ciudades idioma idiomas pays ville villes langue langues paese paesi città lingua
lingue cidade cidades stad steden taal talen kraj kraje miasto miasta
"""
# Who has a phone that everybody may call.
ORGANISATIONS = """
museum museums hotel hotels company companies supplier suppliers vendor vendors shipper shippers
shop shops restaurant restaurants cafe library libraries theatre theatres theater theaters cinema
cinemas gallery galleries university universities college colleges school schools institute
institutes hospital hospitals clinic clinics pharmacy pharmacies club clubs association associations
foundation foundations church churches airport airports airline airlines station stations embassy
embassies consulate consulates ministry ministries agency agencies publisher publishers label labels
studio studios organisation organisations organization organizations brewery breweries winery
wineries bank banks brand brands manufacturer manufacturers venue venues park parks zoo hostel
firma firmen unternehmen lieferant lieferanten hersteller verein vereine verlag verlage bibliothek
bibliotheken schule schulen hochschule universität krankenhaus klinik apotheke gasthof gasthaus
musée musées société sociétés entreprise entreprises fournisseur fournisseurs hôtel hôtels école
écoles bibliothèque université hôpital éditeur éditeurs
museo museos musei empresa empresas proveedor proveedores hoteles escuela escuelas biblioteca
bibliotecas universidad hospitales editorial azienda aziende fornitore fornitori alberghi scuola
università ospedale museu museus fornecedor fornecedores hotéis escola escolas universidade bedrijf
bedrijven leverancier leveranciers musea muzeum muzea przedsiębiorstwo dostawca szkoła
"""
LEGAL_FORMS = """
gmbh ltd limited inc incorporated corp corporation llc plc ag kg ohg sas sarl srl spa bv nv oy lda
ltda kft sro pty co
"""
SITES_ON_THE_WEB = (
    "website websites homepage web_site web_page site_web sitio_web url urls webseite"
)
# For whom a person works.
EMPLOYERS = """
company employer organisation organization firm workplace firma arbeitgeber unternehmen entreprise
société employeur empresa azienda bedrijf werkgever university school institute
"""
