-- kind: expand
-- After how many weeks without activity pull requests are declined.

create table pull_request_auto_decline (
  project_id       bigint constraint pull_request_auto_decline_of_project
                   references project (id) on delete cascade,
  repository_id    bigint constraint pull_request_auto_decline_of_repository
                   references repository (id) on delete cascade,
  enabled          boolean not null,
  inactivity_weeks int     not null,
  constraint pull_request_auto_decline_of_one check (num_nonnulls(project_id, repository_id) = 1),
  constraint pull_request_auto_decline_weeks check (inactivity_weeks > 0)
);
comment on table pull_request_auto_decline is 'review.pullrequest';
create unique index pull_request_auto_decline_project on pull_request_auto_decline (project_id);
create unique index pull_request_auto_decline_repository on pull_request_auto_decline (repository_id);
