-- What last changed each entry of each directory of certain commits: trees of nodes that share what
-- they have in common. A node is named by the SHA-1 of what it says, so it is never wrong for whoever
-- refers to it, whatever becomes of branches.
create table last_change_node (
  repository_id bigint  not null references repository (id) on delete cascade,
  id            bytea   not null,
  -- 20 bytes for each entry of the directory, in the order of its tree.
  commits       bytea   not null,
  -- The node of each directory among them, in that order.
  children      bytea[] not null,
  constraint last_change_node_pkey primary key (repository_id, id)
);

-- Commits of which all is known, and the node of their own tree.
create table last_change_root (
  repository_id bigint      not null references repository (id) on delete cascade,
  commit_id     bytea       not null,
  node_id       bytea       not null,
  made_at       timestamptz not null,
  constraint last_change_root_pkey primary key (repository_id, commit_id)
);
