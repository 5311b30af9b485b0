-- kind: expand
-- What several nodes, and several versions of them, need of one schema.

-- Who may run on it: a version that knows the migrations up to this one at least. A migration of the
-- kind "contract" raises it.
create table schema_compatibility (
  lowest_known integer not null,
  only_row     boolean not null default true unique check (only_row)
);
insert into schema_compatibility (lowest_known) values (31);
comment on table schema_compatibility is 'platform.database';

-- A file in the shared home that every node is asked to read, and to answer by a file of its own.
create table cluster_round (
  id       uuid        primary key,
  asked_at timestamptz not null default now()
);
comment on table cluster_round is 'platform.node';

create table cluster_round_response (
  round_id   uuid not null references cluster_round (id) on delete cascade,
  session_id uuid not null references node_session (id) on delete cascade,
  node_name  text not null,
  problem    text,
  primary key (round_id, session_id)
);
create index on cluster_round_response (session_id);
comment on table cluster_round_response is 'platform.node';
