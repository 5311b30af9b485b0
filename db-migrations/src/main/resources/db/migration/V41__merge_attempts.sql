-- kind: expand
-- The commit that a merge is about to move the target to. A node that dies between the move and its commit leaves the
-- row, by which the pull request is closed when the move is told of.
create table pull_request_merge_attempt (
  pull_request_id bigint not null
                  constraint pull_request_merge_attempt_of references pull_request (id) on delete cascade,
  commit_id       text   not null,
  user_id         bigint constraint pull_request_merge_attempt_by references users (id) on delete set null,
  constraint pull_request_merge_attempt_key primary key (pull_request_id)
);
comment on table pull_request_merge_attempt is 'review.pullrequest';
create index pull_request_merge_attempt_commit on pull_request_merge_attempt (commit_id);
create index pull_request_merge_attempt_user on pull_request_merge_attempt (user_id);
