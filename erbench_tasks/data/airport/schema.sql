-- The Airport database. The airports are those of the Python package `airportsdata` (MIT): airport.yaml
-- says which of its rows are taken. The countries were written for this project.
pragma foreign_keys = on;

-- Countries and territories by their ISO 3166-1 code.
create table country (
  code text primary key check (length(code) = 2),
  name text not null unique check (trim(name) <> '')
);

-- One row per airport; latitude and longitude in degrees.
create table airport (
  icao text primary key check (trim(icao) <> ''),
  name text not null unique check (trim(name) <> ''),
  latitude real not null check (typeof(latitude) = 'real' and latitude between -90 and 90),
  longitude real not null check (typeof(longitude) = 'real' and longitude between -180 and 180),
  city text not null check (trim(city) <> ''),
  country text not null references country (code),
  unique (latitude, longitude)
);
