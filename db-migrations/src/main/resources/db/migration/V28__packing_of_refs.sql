-- How often refs were packed: what looks like a move by another program may be a look at files that
-- were being packed.
alter table repository_version add column refs_packed bigint not null default 0;
comment on column repository_version.refs_packed is 'Raised when refs are packed.';
