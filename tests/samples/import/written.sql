/* Written by hand, for a school. */
create table teachers (
  id serial primary key,
  name text not null, -- as people say it
  email text unique,
  website text
);
create table courses (
  id serial primary key,
  title varchar(80) not null check (length(title) > 0),
  level text not null default 'basic' check (level in ('basic', 'advanced')),
  seats int not null default 12 check (seats between 1 and 40),
  teacher_id int references teachers on delete set null,
  assistant_id int references teachers (id),
  starts date not null,
  ends date not null,
  price numeric(8, 2),
  unique (title, starts),
  check (starts <= ends and (price is null or price >= 0))
);
create table rooms (id serial primary key, name text not null, "min seats" int, "class" text);
create table course_rooms (course_id int references courses, room_id int references rooms, primary key (course_id, room_id));
create type mood as enum ('glad', 'so-so');
create table grades (course_id int not null references courses on delete cascade, pupil text not null, mark int, mood mood, primary key (course_id, pupil));
insert into teachers (name) values ('Ada'), ('Bob');
