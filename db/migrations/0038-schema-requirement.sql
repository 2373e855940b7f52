-- What code may run on this database: the last migration that it has to know. Servers read it, and which
-- migrations were applied, to tell whether they are ready.
create table schema_requirement (
  only_row  boolean primary key default true check (only_row),
  migration text    not null
);
insert into schema_requirement (migration) values ('');

grant select on schema_requirement, kysely_migration to sachet_app;
