-- When refs were packed: what looks like a move by another program may be a look at files that were
-- being packed.
alter table repository_version add column refs_packed bigint not null default 0;
alter table repository_version add column refs_packing_until timestamptz;
comment on column repository_version.refs_packed is
  'Raised when packing begins and when it ends.';
comment on column repository_version.refs_packing_until is
  'Refs are being packed, until then at the latest; null: they are not.';
