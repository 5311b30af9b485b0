-- kind: expand
-- Authors of what programs tell of commits, and who must have told what a merge waits for.
-- An author is user:ID, or token:ID of project:ID or repository:ID; null: from before authors were kept.
-- A node of the last release changes a row and leaves author and authored_at: the author is known where
-- authored_at is the time of the last report.

alter table build_status add column author text, add column authored_at timestamptz;
alter table deployment add column author text, add column authored_at timestamptz;
alter table insight_report add column author text, add column authored_at timestamptz;

-- Builds told of no repository whose key on the commit is another author's in build_status, where it is unique.
create table build_status_beside (
  commit_id   text        not null,
  author      text        not null,
  key         text        not null,
  state       text        not null,
  parent      text,
  details     jsonb       not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (commit_id, author, key),
  constraint build_status_beside_state
    check (state in ('SUCCESSFUL', 'INPROGRESS', 'FAILED', 'CANCELLED', 'UNKNOWN'))
);
comment on table build_status_beside is 'review.build';

-- Where an administrator has deleted a build that was told of no repository; a later report counts again.
create table build_status_withdrawn (
  repository_id bigint      not null
                constraint build_status_withdrawn_in references repository (id) on delete cascade,
  commit_id     text        not null,
  key           text        not null,
  author        text        not null, -- empty: not known
  withdrawn_at  timestamptz not null,
  primary key (commit_id, key, author, repository_id)
);
create index build_status_withdrawn_in_repository on build_status_withdrawn (repository_id);
comment on table build_status_withdrawn is 'review.build';

-- user:ID, group:ID or token:ID; none: whoever may report.
alter table required_build_condition add column reporters text[] not null default '{}';
alter table required_report add column reporters text[] not null default '{}';

-- Conditions of a project hold in all its repositories. Nodes of the last release ask by repository alone.
alter table required_build_condition alter column repository_id drop not null;
alter table required_build_condition add column project_id bigint
  constraint required_build_condition_of_project references project (id) on delete cascade;
create index required_build_condition_in_project on required_build_condition (project_id, id);
