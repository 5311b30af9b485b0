-- kind: expand
-- How pull requests are merged, what must be true before, and what came of trying.

-- Of a project or of a repository; no row: as the project's, or the server's.
create table pull_request_settings (
  project_id    bigint constraint pull_request_settings_of_project references project (id) on delete cascade,
  repository_id bigint constraint pull_request_settings_of_repository references repository (id) on delete cascade,
  settings      jsonb  not null,
  constraint pull_request_settings_of_one check (num_nonnulls(project_id, repository_id) = 1)
);
comment on table pull_request_settings is 'review.pullrequest';
create unique index pull_request_settings_project on pull_request_settings (project_id);
create unique index pull_request_settings_repository on pull_request_settings (repository_id);

-- The outcome of a trial merge of two commits: never wrong of those.
create table pull_request_trial (
  pull_request_id bigint not null
                  constraint pull_request_trial_of references pull_request (id) on delete cascade,
  from_commit     text   not null,
  to_commit       text   not null,
  outcome         text   not null,
  conflicts       text[] not null default '{}',
  constraint pull_request_trial_key primary key (pull_request_id),
  constraint pull_request_trial_outcome check (outcome in ('CLEAN', 'CONFLICTED'))
);
comment on table pull_request_trial is 'review.pullrequest';
