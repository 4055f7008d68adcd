-- Famous paintings, for docs/tutorial.md: written for this project from general knowledge.
-- The years are those in which the paintings were finished.

create table museum (
  museum_id integer primary key,
  name varchar(80) not null unique,
  city varchar(60) not null
);

create table painter (
  painter_id integer primary key,
  name varchar(80) not null unique,
  born integer not null,
  country varchar(60) not null
);

create table painting (
  painting_id integer primary key,
  title varchar(120) not null unique,
  year integer not null,
  painter_id integer not null references painter (painter_id),
  museum_id integer not null references museum (museum_id),
  catalogued timestamp not null default '2026-01-01 09:00:00'
);

insert into museum values
  (1, 'Rijksmuseum', 'Amsterdam'),
  (2, 'Museum of Modern Art', 'New York'),
  (3, 'Museo Reina Sofía', 'Madrid'),
  (4, 'Museo del Prado', 'Madrid'),
  (5, 'Musée Marmottan Monet', 'Paris'),
  (6, 'Courtauld Gallery', 'London'),
  (7, 'Musée d''Orsay', 'Paris'),
  (8, 'Belvedere', 'Vienna'),
  (9, 'Louvre', 'Paris'),
  (10, 'Art Institute of Chicago', 'Chicago'),
  (11, 'National Gallery', 'London'),
  (12, 'Hamburger Kunsthalle', 'Hamburg'),
  (13, 'Van Gogh Museum', 'Amsterdam'),
  (14, 'Mauritshuis', 'The Hague');

insert into painter values
  (1, 'Rembrandt', 1606, 'Netherlands'),
  (2, 'Vincent van Gogh', 1853, 'Netherlands'),
  (3, 'Pablo Picasso', 1881, 'Spain'),
  (4, 'Salvador Dalí', 1904, 'Spain'),
  (5, 'Diego Velázquez', 1599, 'Spain'),
  (6, 'Francisco Goya', 1746, 'Spain'),
  (7, 'Claude Monet', 1840, 'France'),
  (8, 'Édouard Manet', 1832, 'France'),
  (9, 'Gustav Klimt', 1862, 'Austria'),
  (10, 'Eugène Delacroix', 1798, 'France'),
  (11, 'Grant Wood', 1891, 'United States'),
  (12, 'Edward Hopper', 1882, 'United States'),
  (13, 'Georges Seurat', 1859, 'France'),
  (14, 'J. M. W. Turner', 1775, 'United Kingdom'),
  (15, 'Caspar David Friedrich', 1774, 'Germany'),
  (16, 'Théodore Géricault', 1791, 'France'),
  (17, 'James McNeill Whistler', 1834, 'United States'),
  (18, 'Jean-François Millet', 1814, 'France');

insert into painting (painting_id, title, year, painter_id, museum_id) values
  (1, 'The Night Watch', 1642, 1, 1),
  (2, 'The Anatomy Lesson of Dr. Nicolaes Tulp', 1632, 1, 14),
  (3, 'The Starry Night', 1889, 2, 2),
  (4, 'The Potato Eaters', 1885, 2, 13),
  (5, 'Guernica', 1937, 3, 3),
  (6, 'Les Demoiselles d''Avignon', 1907, 3, 2),
  (7, 'The Persistence of Memory', 1931, 4, 2),
  (8, 'Las Meninas', 1656, 5, 4),
  (9, 'The Third of May 1808', 1814, 6, 4),
  (10, 'Impression, Sunrise', 1872, 7, 5),
  (11, 'A Bar at the Folies-Bergère', 1882, 8, 6),
  (12, 'Olympia', 1863, 8, 7),
  (13, 'The Kiss', 1908, 9, 8),
  (14, 'Liberty Leading the People', 1830, 10, 9),
  (15, 'American Gothic', 1930, 11, 10),
  (16, 'Nighthawks', 1942, 12, 10),
  (17, 'A Sunday Afternoon on the Island of La Grande Jatte', 1886, 13, 10),
  (18, 'The Fighting Temeraire', 1839, 14, 11),
  (19, 'Rain, Steam and Speed', 1844, 14, 11),
  (20, 'Wanderer above the Sea of Fog', 1818, 15, 12),
  (21, 'The Raft of the Medusa', 1819, 16, 9),
  (22, 'Whistler''s Mother', 1871, 17, 7),
  (23, 'The Gleaners', 1857, 18, 7);
