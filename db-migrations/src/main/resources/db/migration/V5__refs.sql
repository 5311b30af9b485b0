-- Moves of refs, and updates that are not done.

-- Written before objects leave quarantine and refs move, deleted in the transaction that moves them. A row that
-- outlives its node's session tells any node what to finish or to undo. A session that was given up has no row in
-- node_session, so that its process can write no more rows here.
create table pending_ref_update (
  id            uuid        primary key,
  repository_id bigint      not null references repository (id) on delete cascade,
  node_session  uuid        not null references node_session (id),
  cause         text        not null,
  -- no reference: outlives the user
  actor_id      bigint,
  actor_name    text        not null,
  -- [{"ref", "from", "to"}], values as in ref_move.
  changes       jsonb       not null,
  created_at    timestamptz not null default now()
);
comment on table pending_ref_update is 'storage.refs';
create index pending_ref_update_repository on pending_ref_update (repository_id);
create index pending_ref_update_session on pending_ref_update (node_session);

-- What each version changed. For HEAD the values are ref names, for every other ref 40 hex digits; forty zeros: the
-- ref did not, or does not, exist.
create table ref_move (
  repository_id bigint      not null references repository (id) on delete cascade,
  ref_version   bigint      not null,
  ordinal       int         not null,
  ref_name      text        not null,
  old_value     text        not null,
  new_value     text        not null,
  -- The update that did it: what became of an update whose commit was not confirmed is read here.
  update_id     uuid        not null,
  moved_at      timestamptz not null,
  -- Who moved a ref, and by what: read by the list of ref changes. Null in older rows, and the actor where nobody is
  -- known: a move by another program, an anonymous push. No reference: outlives the user.
  actor_id      bigint,
  cause         text,
  -- A move that recovery has written down for whoever could not: what its caller wanted written with it is missing,
  -- until the caller has written it. Null: the update has committed by itself, or nobody asks any more.
  recovered     boolean,
  primary key (repository_id, ref_version, ordinal)
);
comment on table ref_move is 'storage.refs';
create index ref_move_age on ref_move (moved_at);
-- The last moves of one ref, and which refs have moved.
create index ref_move_by_ref on ref_move (repository_id, ref_name, ref_version desc, ordinal desc);
create index ref_move_update on ref_move (update_id);

-- Repositories of a restored backup whose refs moved after the database was copied. No listener has heard of moves
-- above the version; the next server to start tells them and removes the row.
create table replayed_ref_moves (
  repository_id bigint primary key constraint replayed_ref_moves_in references repository (id) on delete cascade,
  after_version bigint not null
);
comment on table replayed_ref_moves is 'storage.refs';

-- The lock that every ref move takes, and the version that every reader checks.
create table repository_version (
  repository_id            bigint primary key references repository (id) on delete cascade,
  ref_version              bigint not null default 1,
  -- refs/pull-requests/* have a version of their own.
  pull_request_ref_version bigint not null default 1,
  -- Raised when refs are packed.
  refs_packed              bigint not null default 0
);
comment on table repository_version is 'storage.refs';
