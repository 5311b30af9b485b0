-- kind: expand
-- Who wants to hear of a pull request though they take no part in it, or does not want to though they do.
create table pull_request_watch (
  pull_request_id bigint      not null
                  constraint pull_request_watch_of references pull_request (id) on delete cascade,
  user_id         bigint      not null constraint pull_request_watch_by references users (id) on delete cascade,
  watches         boolean     not null,
  since           timestamptz not null,
  constraint pull_request_watch_key primary key (pull_request_id, user_id)
);
comment on table pull_request_watch is 'review.pullrequest';
create index pull_request_watch_user on pull_request_watch (user_id);
