-- kind: expand
-- What the page of a repository says of its default branch, counted after pushes and never by a request.

create table repository_overview (
  repository_id  bigint primary key references repository (id) on delete cascade,
  commit_id      bytea    not null,
  commits        int      not null,
  -- Short name.
  latest_tag     text,
  -- Languages by size, and how many bytes are written in each.
  languages      text[]   not null,
  language_bytes bigint[] not null
);
comment on table repository_overview is 'source.overview';

-- Branches that users pushed lately.
create table recent_branch (
  user_id       bigint      not null references users (id) on delete cascade,
  repository_id bigint      not null references repository (id) on delete cascade,
  ref_name      text        not null,
  pushed_at     timestamptz not null,
  constraint recent_branch_pkey primary key (user_id, repository_id, ref_name)
);
comment on table recent_branch is 'hosting.recent';
create index recent_branch_of on recent_branch (repository_id, ref_name);
