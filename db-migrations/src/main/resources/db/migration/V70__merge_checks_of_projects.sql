-- kind: expand
-- Merge checks are hooks, so that projects have them too and each repository says for each check whether its project's
-- word counts. What repositories had until now is their own word. A required report says besides how grave remarks may
-- be.

insert into hook_setting (repository_id, hook, enabled, settings)
select s.repository_id, c.hook, true, c.settings
  from pull_request_settings s
 cross join lateral (values
       ('com.atlassian.bitbucket.server.bitbucket-bundled-hooks:requiredApproversMergeHook',
        (s.settings -> 'checks' -> 'approvers')::int > 0,
        jsonb_build_object('requiredCount', s.settings -> 'checks' -> 'approvers')),
       ('com.atlassian.bitbucket.server.bitbucket-bundled-hooks:all-approvers-merge-check',
        (s.settings -> 'checks' -> 'allApprovers')::boolean, null),
       ('com.atlassian.bitbucket.server.bitbucket-bundled-hooks:needs-work-merge-check',
        (s.settings -> 'checks' -> 'noNeedsWork')::boolean, null),
       ('com.atlassian.bitbucket.server.bitbucket-bundled-hooks:incomplete-tasks-merge-check',
        (s.settings -> 'checks' -> 'allTasks')::boolean, null),
       ('com.atlassian.bitbucket.server.bitbucket-build:requiredBuildsMergeCheck',
        (s.settings -> 'checks' -> 'builds')::int > 0,
        jsonb_build_object('requiredCount', s.settings -> 'checks' -> 'builds')),
       ('org.packhouse.hooks:unapprove-on-update',
        (s.settings -> 'checks' -> 'unapproveOnUpdate')::boolean, null)
       ) as c (hook, demanded, settings)
 where s.repository_id is not null and c.demanded
    on conflict do nothing;

create table required_report (
  project_id    bigint constraint required_report_of_project references project (id) on delete cascade,
  repository_id bigint constraint required_report_of_repository references repository (id) on delete cascade,
  key           text    not null,
  report_key    text    not null,
  must_pass     boolean not null,
  -- Null: however grave they are.
  min_severity  text constraint required_report_severity check (min_severity in ('LOW', 'MEDIUM', 'HIGH')),
  constraint required_report_of_one check (num_nonnulls(project_id, repository_id) = 1)
);
comment on table required_report is 'review.insight';
create unique index required_report_project on required_report (project_id, key);
create unique index required_report_repository on required_report (repository_id, key);

insert into required_report (repository_id, key, report_key, must_pass)
select s.repository_id, r.key, r.key, true
  from pull_request_settings s
 cross join lateral jsonb_array_elements_text(s.settings -> 'checks' -> 'reports') as r (key)
 where s.repository_id is not null and jsonb_typeof(s.settings -> 'checks' -> 'reports') = 'array'
    on conflict do nothing;
