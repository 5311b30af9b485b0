-- A fork follows its origin in the name of who switched that on.
alter table fork_sync add column enabled_by bigint
  constraint fork_sync_enabled_by references users (id) on delete set null;
create index fork_sync_enabled_by on fork_sync (enabled_by);

-- Why the server has switched it off; null: it has not.
alter table fork_sync add column stopped_because text;
