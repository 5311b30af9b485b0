-- kind: expand
-- The version of the refs that an overview is of; null: counted by an earlier version of the server.
alter table repository_overview add column refs_version bigint;

-- The version of the refs at which a repository was measured; null: by an earlier version of the server.
alter table repository_size add column refs_version bigint;
