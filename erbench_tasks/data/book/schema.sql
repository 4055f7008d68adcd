-- The Book database: well-known books with the month, the year and the publisher of their first edition.
-- Facts were written for this project from general knowledge; see README.md, "Where the data came from".
pragma foreign_keys = on;

-- The months of a year.
create table month (
  name text primary key check (trim(name) <> ''),
  number integer not null unique check (typeof(number) = 'integer' and number between 1 and 12)
);

-- The publishers of the first editions.
create table publisher (
  name text primary key check (trim(name) <> '')
);

-- Other names of a publisher.
create table publisher_alias (
  alias text not null check (trim(alias) <> ''),
  publisher text not null references publisher (name),
  primary key (alias, publisher)
);

-- Authors by surname first; several authors of one book are one row.
create table author (
  name text primary key check (trim(name) <> ''),
  full_name text not null check (trim(full_name) <> '')
);

-- Other names of an author, and the names of each of several authors of one book.
create table author_alias (
  alias text not null check (trim(alias) <> ''),
  author text not null references author (name),
  primary key (alias, author)
);

-- One row per book; the facts are those of its first edition.
create table book (
  title text not null check (trim(title) <> ''),
  author text not null references author (name),
  month text not null references month (name),
  year integer not null check (typeof(year) = 'integer' and year between 1450 and 2100),
  publisher text not null references publisher (name),
  primary key (title, author)
);

-- Other titles that a book goes by.
create table book_alias (
  title text not null,
  author text not null,
  alias text not null check (trim(alias) <> ''),
  primary key (title, author, alias),
  foreign key (title, author) references book (title, author)
);
