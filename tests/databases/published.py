"""Specifications of public databases that nobody of this project designed.

Their queries are written in PostgreSQL's dialect; `test_shared_databases.py` translates them.
"""

CHINOOK = """\
name: chinook
about: recorded music
relations:
  track:
    sql: |
      WITH released AS (
        SELECT a.AlbumId, a.Title, r.Name AS Artist
        FROM Album a JOIN Artist r ON r.ArtistId = a.ArtistId
      )
      SELECT t.Name AS track, d.Artist AS artist, d.Title AS album, g.Name AS genre,
             t.Milliseconds / 60000 AS minutes,
             CASE WHEN t.Composer IS NULL THEN d.Artist ELSE t.Composer END AS written_by,
             g.Name NOT IN ('TV Shows', 'Drama', 'Comedy', 'Science Fiction', 'Sci Fi & Fantasy')
               AND t.Name NOT LIKE '%(%' AS asked
      FROM Track t
      JOIN released d ON d.AlbumId = t.AlbumId
      JOIN Genre g ON g.GenreId = t.GenreId
    entity: [track, artist]
    ask: asked
    spellings:
      artist: |
        SELECT Name, REPLACE(Name, ' & ', ' and ') AS spelling FROM Artist
        WHERE Name LIKE '% & %'
      album: |
        SELECT a.Title, r.Name AS artist, r.Name || ': ' || a.Title AS spelling
        FROM Album a JOIN Artist r ON r.ArtistId = a.ArtistId
    say:
      initial: {of: artist, by: initial}
  album:
    sql: |
      SELECT a.Title AS album, r.Name AS artist, COUNT(*) AS tracks, MIN(t.Name) AS first
      FROM Album a
      JOIN Artist r ON r.ArtistId = a.ArtistId
      JOIN Track t ON t.AlbumId = a.AlbumId
      GROUP BY a.Title, r.Name
      HAVING COUNT(*) > 1
    entity: [album, artist]
    kinds: {tracks: number}
questions:
  - type: binary
    relation: track
    fd: track, artist -> album
    several_values: accept
    wording:
      basic: 'Is "{{ track }}" by {{ artist }} on any album? If so, name one.'
      negated: 'Is it true that "{{ track }}" by {{ artist }} is on no album? If not, name one.'
  - type: altered
    relation: track
    fd: track, artist -> album
    replaced: artist
    must_share: genre
    mixed: true
    wording: {basic: 'Did {{ artist }} record "{{ track }}"? If so, name an album that it is on.'}
  - type: multiple_choice
    relation: track
    fd: track, artist -> album, genre, minutes
    must_share: genre
    wording:
      - question: 'What is false of the track "{{ track }}" by {{ artist }}?'
        album: 'It is on the album "{{ album }}".'
        genre: "Its genre is {{ genre }}."
        minutes: "Its length, in full minutes, is {{ minutes }}."
  - type: multiple_choice
    relation: album
    fd: album -> artist, tracks
    distractors: uniform
    wording:
      - question: 'Which statement about the album "{{ album }}" is wrong?'
        artist: "It is by {{ artist }}."
        tracks: "It has {{ tracks }} tracks."
  - type: multi_hop
    relation: track
    hops: [track -> album, album -> artist]
    mixed: true
    wording:
      basic: >-
        Does the name of the artist of the album with the track "{{ track }}" begin with
        {{ initial }}? Name the album and the artist.
      negated: >-
        Is it true that the name of the artist of the album with the track "{{ track }}" does not
        begin with {{ initial }}? Name the album and the artist.
"""

WORLDCUP = """\
name: worldcup
relations:
  tournament:
    sql: |
      SELECT tournament_name AS tournament, host_country AS host, winner, count_teams AS teams,
             host_won, start_date AS started
      FROM tournaments
    entity: [tournament]
    spellings:
      host: |
        SELECT host_country, REPLACE(host_country, 'Korea', 'South Korea') AS spelling
        FROM tournaments WHERE host_country LIKE '%Korea%'
  award:
    sql: |
      WITH person AS (
        SELECT player_id, birth_date,
               CASE WHEN given_name IS NULL THEN family_name
                    ELSE given_name || ' ' || family_name END AS called
        FROM players
      )
      SELECT a.award_name AS award, t.tournament_name AS tournament, p.called AS player,
             n.team_name AS team, c.confederation_name AS confederation, p.birth_date AS born,
             t.year - t.year % 10 AS decade, t.tournament_name LIKE '%Women%' AS women,
             NOT w.shared AS alone
      FROM award_winners w
      JOIN awards a ON a.award_id = w.award_id
      JOIN tournaments t ON t.tournament_id = w.tournament_id
      JOIN person p ON p.player_id = w.player_id
      JOIN teams n ON n.team_id = w.team_id
      JOIN confederations c ON c.confederation_id = n.confederation_id
    entity: [award, tournament]
    ask: alone
    spellings:
      player: |
        SELECT CASE WHEN given_name IS NULL THEN family_name
                    ELSE given_name || ' ' || family_name END AS player,
               birth_date AS born, family_name
        FROM players
    kinds: {player: person}
  stadium:
    sql: |
      SELECT stadium_name AS stadium, city_name AS city, country_name AS country,
             stadium_capacity AS capacity, stadium_capacity >= 50000 AS large
      FROM stadiums
    entity: [stadium]
    say:
      size: {of: capacity, by: range, bounds: [20000, 40000, 60000, 80000]}
      continent: {of: country, by: continent}
questions:
  - type: binary
    relation: tournament
    fd: tournament -> host, winner
    holds: host_won
    wording:
      basic: Did a host country win the {{ tournament }}? Name its hosts and its winner.
      negated: >-
        Is it true that no host country won the {{ tournament }}? Name its hosts and its winner.
  - type: binary
    relation: stadium
    fd: stadium -> city, capacity
    mixed: true
    wording:
      basic: >-
        Does {{ stadium }}, where matches of the FIFA World Cup were played, hold {{ size }}
        people? Name its city and its capacity.
      negated: >-
        Is it true that {{ stadium }}, where matches of the FIFA World Cup were played, does not
        hold {{ size }} people? Name its city and its capacity.
  - type: altered
    relation: award
    fd: award, tournament, team -> player
    replaced: team
    must_share: [confederation, decade]
    mixed: true
    wording:
      basic: >-
        Did a player of {{ team }} win the award "{{ award }}" at the {{ tournament }}? If so, name
        the player.
  - type: multiple_choice
    relation: tournament
    fd: tournament -> host, winner, teams, started
    wording:
      - question: What is false of the {{ tournament }}?
        host: "Host: {{ host }}."
        winner: "Winner: {{ winner }}."
        teams: "Number of teams: {{ teams }}."
        started: "It began on {{ started }}."
  - type: multiple_choice
    relation: award
    fd: award, tournament -> player, born
    distractors: uniform
    must_share: women
    wording:
      - question: Which statement about the award "{{ award }}" of the {{ tournament }} is wrong?
        player: "{{ player }} won it."
        born: "Its winner was born on {{ born }}."
  - type: multi_hop
    relation: stadium
    hops: [stadium -> city, city -> country]
    must_share: large
    mixed: true
    wording:
      basic: >-
        Matches of the FIFA World Cup were played in the stadium {{ stadium }}. Is it in
        {{ continent }}? Name its city and the country.
      negated: >-
        Matches of the FIFA World Cup were played in the stadium {{ stadium }}. Is it true that it
        is not in {{ continent }}? Name its city and the country.
"""

NORTHWIND = """\
name: northwind
about: the Northwind sample database
relations:
  product:
    sql: |
      WITH maker AS (
        SELECT supplier_id, company_name, country,
               CASE WHEN region IS NULL THEN city ELSE city || ' (' || region || ')' END AS place
        FROM suppliers
      )
      SELECT p.product_name AS product, m.company_name AS supplier, m.place, m.country,
             c.category_name AS category, p.unit_price AS price,
             p.quantity_per_unit AS quantity, p.discontinued = 0 AS sold
      FROM products p
      JOIN maker m ON m.supplier_id = p.supplier_id
      JOIN categories c ON c.category_id = p.category_id
    entity: [product]
    ask: sold
    spellings:
      country: |
        SELECT DISTINCT country, CASE country WHEN 'UK' THEN 'United Kingdom'
                                              ELSE 'United States' END AS spelling
        FROM suppliers WHERE country IN ('UK', 'USA')
      place: |
        SELECT CASE WHEN region IS NULL THEN city ELSE city || ' (' || region || ')' END AS place,
               city
        FROM suppliers
    say:
      range: {of: price, by: range, bounds: [10, 20, 40]}
      continent: {of: country, by: continent}
questions:
  - type: binary
    relation: product
    fd: product -> price
    mixed: true
    wording:
      basic: Does a unit of the product "{{ product }}" cost {{ range }} dollars? Give its price.
      negated: >-
        Is it true that a unit of the product "{{ product }}" does not cost {{ range }} dollars?
        Give its price.
  - type: altered
    relation: product
    fd: product, supplier -> place
    replaced: supplier
    must_share: [category]
    mixed: true
    wording:
      basic: >-
        Is {{ supplier }} the supplier of the product "{{ product }}"? If so, tell where this
        supplier is.
  - type: multiple_choice
    relation: product
    fd: product -> supplier, category, quantity, price
    wording:
      - question: What is false of the product "{{ product }}"?
        supplier: "Its supplier is {{ supplier }}."
        category: "Its category is {{ category }}."
        quantity: "A unit is: {{ quantity }}."
        price: "A unit costs {{ price }} dollars."
  - type: multiple_choice
    relation: product
    fd: product -> place, category
    distractors: uniform
    wording:
      - question: Which statement about the product "{{ product }}" is wrong?
        place: "Its supplier is in {{ place }}."
        category: "It belongs to the category {{ category }}."
  - type: multi_hop
    relation: product
    hops: [product -> supplier, supplier -> country]
    mixed: true
    wording:
      basic: >-
        Is the company that supplies the product "{{ product }}" in {{ continent }}? Name the
        company and its country.
      negated: >-
        Is it true that the company that supplies the product "{{ product }}" is not in
        {{ continent }}? Name the company and its country.
"""

WORLD = """\
name: world
about: the countries of the world around the year 2000
relations:
  country:
    sql: |
      WITH official AS (SELECT countrycode, language FROM countrylanguage WHERE isofficial)
      SELECT c.name AS country, c.continent, c.region, k.name AS capital, o.language,
             c.indepyear AS independence, c.lifeexpectancy AS life, c.gnp, c.code2 AS code,
             c.indepyear < 1900 AS old, c.continent = 'Europe' AS european,
             c.population >= 1000000 AS large
      FROM country c
      JOIN city k ON k.id = c.capital
      JOIN official o ON o.countrycode = c.code
    entity: [country]
    ask: large
    spellings:
      country: SELECT name, localname FROM country
    say:
      century: {of: independence, by: century}
  city:
    sql: |
      SELECT t.name AS city, t.district, c.name AS country, c.continent,
             CASE WHEN t.population >= 5000000 THEN 'more than 5 million'
                  WHEN t.population >= 2000000 THEN 'from 2 to 5 million'
                  ELSE 'less than 2 million' END AS people
      FROM city t
      JOIN country c ON c.code = t.countrycode
      WHERE t.population >= 1000000
    entity: [city, country]
questions:
  - type: binary
    relation: country
    fd: capital -> country
    holds: old
    wording:
      basic: >-
        Was the country whose capital is {{ capital }} independent before the year 1900? Name the
        country.
      negated: >-
        Is it true that the country whose capital is {{ capital }} was not yet independent in the
        year 1900? Name the country.
  - type: binary
    relation: country
    fd: country -> independence
    mixed: true
    wording:
      basic: Did {{ country | as_country }} become independent in the {{ century }}? Name the year.
      negated: >-
        Is it true that {{ country | as_country }} did not become independent in the
        {{ century }}? Name the year.
  - type: altered
    relation: city
    fd: city, country -> people
    replaced: country
    must_share: [continent]
    mixed: true
    wording:
      basic: >-
        Is {{ city }} a city with at least one million inhabitants in {{ country | as_country }}? If
        so, tell whether it has less than 2 million, from 2 to 5 million, or more than 5 million of
        them.
  - type: multiple_choice
    relation: country
    fd: country -> capital, region, life, code
    must_share: [continent]
    wording:
      - question: "What is false of {{ country | as_country }}?"
        capital: "Its capital is {{ capital }}."
        region: "Its region is {{ region }}."
        life: "The life expectancy is {{ life }} years."
        code: "Its code of two letters (ISO 3166) is {{ code }}."
  - type: multiple_choice
    relation: city
    fd: city -> country, people
    distractors: uniform
    wording:
      - question: Which statement about the city {{ city }} is wrong?
        country: "It is in {{ country | as_country }}."
        people: "It has {{ people }} inhabitants."
  - type: multi_hop
    relation: country
    hops: [capital -> country, {fd: country -> language, values: all}]
    holds: european
    wording:
      basic: >-
        Is the country whose capital is {{ capital }} in Europe? Name the country and all its
        official languages.
      negated: >-
        Is it true that the country whose capital is {{ capital }} is not in Europe? Name the
        country and all its official languages.
"""
