-- kind: expand
-- Whether pull requests may be merged as soon as nothing stands against it.

-- Of a project or of a repository; no row: as the project's, or allowed.
create table pull_request_auto_merge_switch (
  project_id    bigint constraint pull_request_auto_merge_switch_of_project
                references project (id) on delete cascade,
  repository_id bigint constraint pull_request_auto_merge_switch_of_repository
                references repository (id) on delete cascade,
  enabled       boolean not null,
  -- Whether what the repositories of the project say themselves does not count.
  restricted    boolean not null default false,
  constraint pull_request_auto_merge_switch_of_one check (num_nonnulls(project_id, repository_id) = 1)
);
comment on table pull_request_auto_merge_switch is 'review.pullrequest';
create unique index pull_request_auto_merge_switch_project on pull_request_auto_merge_switch (project_id);
create unique index pull_request_auto_merge_switch_repository on pull_request_auto_merge_switch (repository_id);
