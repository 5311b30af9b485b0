-- kind: expand
-- What happened lately in a repository, read backwards: its pull requests' activities, and comments on its commits.

alter table pull_request_activity add column if not exists repository_id bigint; -- that the pull request targets
update pull_request_activity a set repository_id = p.to_repository_id
  from pull_request p
 where p.id = a.pull_request_id and a.repository_id is null and a.created_at > now() - interval '30 days';
create index concurrently if not exists pull_request_activity_in_repository
  on pull_request_activity (repository_id, id desc);
create index concurrently if not exists commit_comment_in_repository
  on commit_comment (repository_id, id desc) where pull_request_id is null;
create index concurrently if not exists pull_request_participant_newest
  on pull_request_participant (user_id, pull_request_id desc);
