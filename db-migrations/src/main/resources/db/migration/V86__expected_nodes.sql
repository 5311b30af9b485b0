-- kind: expand
-- The nodes that ought to be there: each writes its row with its reports and removes it when it stops in order.
-- One that is gone without that stays, with what it last said, until it is back or an administrator removes it.
create table expected_node (
  node_name   text        primary key,
  session_id  uuid        not null,
  version     text        not null,
  build       text        not null,
  host_name   text        not null,
  address     text        not null,
  http_port   integer     not null,
  started_at  timestamptz not null,
  heard_at    timestamptz not null default now()
);
comment on table expected_node is 'platform.cluster';
