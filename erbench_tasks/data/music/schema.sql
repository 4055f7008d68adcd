-- The Music database: well-known songs with who recorded them, when they came out and their class of genre.
-- Keys are natural (a song is its title and artist), so that the CSV files can be read and diffed.
-- Facts were written for this project from general knowledge; see README.md, "Where the data came from".
pragma foreign_keys = on;

-- The four classes that questions about the genre tell apart.
create table genre_class (
  name text primary key
    check (name in ('pop/rock', 'hip hop/reggae', 'country/folk', 'blues/jazz'))
);

-- Other ways of saying that a song is of a class.
create table genre_class_alias (
  alias text not null check (trim(alias) <> ''),
  genre_class text not null references genre_class (name),
  primary key (alias, genre_class)
);

-- Everybody (a person or a group) who recorded a song below.
create table artist (
  name text primary key check (typeof(name) = 'text' and length(trim(name)) >= 3)
);

-- Other names and spellings that an artist goes by.
create table artist_alias (
  alias text not null check (trim(alias) <> ''),
  artist text not null references artist (name),
  primary key (alias, artist)
);

-- One row per song, as one artist recorded it; the year is that of the recording's first release.
create table song (
  title text not null check (typeof(title) = 'text' and length(trim(title)) >= 3),
  artist text not null references artist (name),
  year integer not null check (typeof(year) = 'integer' and year between 1930 and 2015),
  genre_class text not null references genre_class (name),
  primary key (title, artist),
  unique (title, year)
);

-- Other titles that a song goes by.
create table song_alias (
  title text not null,
  artist text not null,
  alias text not null check (trim(alias) <> ''),
  primary key (title, artist, alias),
  foreign key (title, artist) references song (title, artist)
);
