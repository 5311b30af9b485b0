-- kind: expand
-- What is known of default branches, so that code and commits are found. The indexes by trigrams are made by the
-- server: they need an extension that its role may not be allowed to create.

create table search_state (
  repository_id bigint primary key references repository (id) on delete cascade,
  -- Since when something may be missing, or when to try again; null: all is there.
  stale_since   timestamptz,
  -- How often it was asked for.
  asked         bigint not null default 0,
  -- What is there whole; null: nothing, or somebody is at it.
  tree_id       bytea,
  commit_id     bytea,
  files         int    not null default 0,
  bytes         bigint not null default 0,
  -- Files that there was no room for.
  left_out      int    not null default 0
);
comment on table search_state is 'source.search';
create index search_state_stale on search_state (stale_since) where stale_since is not null;
insert into search_state (repository_id, stale_since, asked)
  select id, now(), 1 from repository where state = 'AVAILABLE';

create table search_file (
  repository_id bigint not null references repository (id) on delete cascade,
  path          text   not null,
  blob_id       bytea  not null,
  -- The path, a newline and the text, in lower case.
  content       text   not null,
  constraint search_file_pkey primary key (repository_id, path)
);
comment on table search_file is 'source.search';

create table search_commit (
  repository_id bigint      not null references repository (id) on delete cascade,
  commit_id     bytea       not null,
  committed_at  timestamptz not null,
  -- The message, the author's name and e-mail address, in lower case.
  content       text        not null,
  constraint search_commit_pkey primary key (repository_id, commit_id)
);
comment on table search_commit is 'source.search';
create index search_commit_id on search_commit (commit_id);
create index search_commit_time on search_commit (repository_id, committed_at);
