-- kind: expand
-- Comments on pull requests lie with those on commits. commit_id is the commit that the comment was made at.
alter table commit_comment
  add column pull_request_id bigint
    constraint commit_comment_of_pull_request references pull_request (id) on delete cascade;
create index commit_comment_on_pull_request
  on commit_comment (pull_request_id, id) where pull_request_id is not null;
create index commit_comment_pull_request on commit_comment (pull_request_id);
alter table commit_comment drop constraint commit_comment_diff_type;
alter table commit_comment
  add constraint commit_comment_diff_type check (diff_type in ('COMMIT', 'RANGE', 'EFFECTIVE'));
