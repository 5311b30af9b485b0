-- Repositories whose refs need objects that are not there, until a later look finds them whole.
create table repository_damage (
  repository_id bigint      primary key references repository (id) on delete cascade,
  -- What is missing, in git's words.
  missing       text        not null,
  found_at      timestamptz not null
);

comment on table repository_damage is 'upkeep.housekeeping';
