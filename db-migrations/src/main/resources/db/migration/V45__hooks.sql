-- kind: expand
-- The checks that come with the server, where they are switched on or off, and their settings.

create table hook_setting (
  project_id    bigint constraint hook_setting_of_project references project (id) on delete cascade,
  repository_id bigint constraint hook_setting_of_repository references repository (id) on delete cascade,
  hook          text    not null,
  enabled       boolean not null,
  -- Null: those of the project, or none.
  settings      jsonb,
  constraint hook_setting_of_one check (num_nonnulls(project_id, repository_id) = 1)
);
comment on table hook_setting is 'source.hook';
create unique index hook_setting_project on hook_setting (project_id, hook);
create unique index hook_setting_repository on hook_setting (repository_id, hook);
