-- What each node says of itself, every few seconds: its state, where others reach it, and figures.
-- A row goes with the session of its node. What an administrator asks of it, through whichever node,
-- stands there too: asks says how often, drain_asked what the last time.
create table node_report (
  session_id  uuid        primary key references node_session (id) on delete cascade,
  node_name   text        not null,
  state       text        not null,
  version     text        not null,
  host_name   text        not null,
  address     text        not null,
  http_port   integer     not null,
  started_at  timestamptz not null,
  reported_at timestamptz not null default now(),
  figures     jsonb       not null,
  asks        bigint      not null default 0,
  drain_asked boolean     not null default false
);
comment on table node_report is 'platform.cluster';
