-- The Movie database: well-known movies with who directed them and who starred in them.
-- Keys are natural (a movie is its title and year), so that the CSV files can be read and diffed.
-- Facts were written for this project from general knowledge; see README.md, "Where the data came from".
pragma foreign_keys = on;

-- The countries that movies were produced in.
create table country (
  name text primary key check (trim(name) <> '')
);

-- Other names of a country, as a sentence may have them.
create table country_alias (
  alias text not null check (trim(alias) <> ''),
  country text not null references country (name),
  primary key (alias, country)
);

-- The two classes that questions about the genre tell apart.
create table genre_class (
  animated integer primary key check (animated in (0, 1)),
  name text not null unique check (trim(name) <> '')
);

-- Other ways of saying that a movie is of a class.
create table genre_class_alias (
  alias text primary key check (trim(alias) <> ''),
  genre_class text not null references genre_class (name)
);

-- Everybody who directed a movie below.
create table director (
  name text primary key check (trim(name) <> ''),
  birth_year integer not null check (typeof(birth_year) = 'integer' and birth_year between 1850 and 2010)
);

-- Everybody who starred in a movie below.
create table star (
  name text primary key check (trim(name) <> '')
);

-- One row per movie; the length is that of the theatrical cut.
create table movie (
  title text not null check (trim(title) <> ''),
  year integer not null check (typeof(year) = 'integer' and year between 1888 and 2100),
  genre text not null check (trim(genre) <> ''),
  animated integer not null references genre_class (animated),
  length_minutes integer not null
    check (typeof(length_minutes) = 'integer' and length_minutes between 40 and 400),
  primary key (title, year)
);

-- The countries that produced a movie; position 1 is the main one.
create table produced_in (
  title text not null,
  year integer not null,
  country text not null references country (name),
  position integer not null check (typeof(position) = 'integer' and position >= 1),
  primary key (title, year, country),
  unique (title, year, position),
  foreign key (title, year) references movie (title, year)
);

-- Other titles that a movie goes by.
create table title_alias (
  title text not null,
  year integer not null,
  alias text not null check (trim(alias) <> ''),
  primary key (title, year, alias),
  foreign key (title, year) references movie (title, year)
);

-- Who directed a movie; position 1 is credited first.
create table directed_by (
  title text not null,
  year integer not null,
  director text not null references director (name),
  position integer not null check (typeof(position) = 'integer' and position >= 1),
  primary key (title, year, director),
  unique (title, year, position),
  foreign key (title, year) references movie (title, year)
);

-- Up to four main stars of a movie; billing 1 is the lead.
create table stars_in (
  title text not null,
  year integer not null,
  star text not null references star (name),
  billing integer not null check (typeof(billing) = 'integer' and billing between 1 and 4),
  primary key (title, year, star),
  unique (title, year, billing),
  foreign key (title, year) references movie (title, year)
);
