-- kind: expand
-- The issue trackers to which keys in texts lead.

-- Of the server, if it names neither, of a project or of a repository; the nearest counts.
create table issue_tracker (
  project_id    bigint constraint issue_tracker_of_project references project (id) on delete cascade,
  repository_id bigint constraint issue_tracker_of_repository references repository (id) on delete cascade,
  -- Null: keys lead nowhere here.
  url           text,
  -- Parts of keys before the hyphen; empty: all.
  prefixes      text[] not null,
  constraint issue_tracker_of_one check (num_nonnulls(project_id, repository_id) <= 1)
);
comment on table issue_tracker is 'source.issue';
create unique index issue_tracker_project on issue_tracker (project_id);
create unique index issue_tracker_repository on issue_tracker (repository_id);
create unique index issue_tracker_server on issue_tracker ((true))
 where project_id is null and repository_id is null;
