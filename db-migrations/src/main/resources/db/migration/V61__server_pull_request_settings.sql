-- kind: expand
-- How pull requests are merged where neither repository nor project says so.

create table server_pull_request_settings (
  only_one boolean primary key default true constraint server_pull_request_settings_once check (only_one),
  settings jsonb   not null
);
comment on table server_pull_request_settings is 'review.pullrequest';
