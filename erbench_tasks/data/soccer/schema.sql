-- The Soccer database: well-known players of season 2019/20 with club, shirt number and nation.
-- Keys are natural (a player is the name a fan uses in full), so that the CSV files can be read and diffed.
-- Facts were written for this project from general knowledge; see README.md, "Where the data came from".
pragma foreign_keys = on;

-- The leagues that the clubs below played in, season 2019/20.
create table league (
  name text primary key check (trim(name) <> '')
);

-- Other names of a league, as a sentence may have them.
create table league_alias (
  alias text not null check (trim(alias) <> ''),
  league text not null references league (name),
  primary key (alias, league)
);

-- Every city that a club below is at home in, and every host city of Summer Games.
create table city (
  name text primary key check (trim(name) <> '')
);

-- Other names of a city, mostly its own language's.
create table city_alias (
  alias text not null check (trim(alias) <> ''),
  city text not null references city (name),
  primary key (alias, city)
);

-- The Summer Olympic Games held up to 2024; the cancelled ones are left out.
create table summer_games (
  year integer primary key check (typeof(year) = 'integer' and year between 1896 and 2024 and year % 4 = 0),
  city text not null references city (name)
);

-- One row per club, with its home city and its league in season 2019/20.
create table club (
  name text primary key check (trim(name) <> ''),
  city text not null references city (name),
  league text not null references league (name)
);

-- Other names of a club, as a sentence may have them.
create table club_alias (
  alias text not null check (trim(alias) <> ''),
  club text not null references club (name),
  primary key (alias, club)
);

-- The colours of a club's shirts and crest, the main one first, as hexadecimal RGB close to what its
-- fans would name; crests are drawn in them. From general knowledge, as all of this database.
create table club_colour (
  club text primary key references club (name),
  first text not null check (first glob '#[0-9a-f]*' and length(first) = 7),
  second text not null check (second glob '#[0-9a-f]*' and length(second) = 7),
  third text check (third glob '#[0-9a-f]*' and length(third) = 7)
);

-- The nations of the players below, as in football (England and Scotland are two).
create table nation (
  name text primary key check (trim(name) <> '')
);

-- Other names of a nation, and what its people are called.
create table nation_alias (
  alias text not null check (trim(alias) <> ''),
  nation text not null references nation (name),
  primary key (alias, nation)
);

-- One row per player, as of September 2019; a player on loan is with the club he is lent to.
create table player (
  name text primary key check (trim(name) <> ''),
  short_name text not null check (trim(short_name) <> ''),
  club text not null references club (name),
  jersey_number integer not null
    check (typeof(jersey_number) = 'integer' and jersey_number between 1 and 99),
  nationality text not null references nation (name),
  unique (club, jersey_number)
);
