-- kind: expand
-- Pull requests that are to be merged as soon as nothing stands against it.
create table pull_request_auto_merge (
  pull_request_id bigint      not null
                  constraint pull_request_auto_merge_of references pull_request (id) on delete cascade,
  user_id         bigint      not null constraint pull_request_auto_merge_by references users (id),
  from_commit     text        not null, -- what was to be merged; anything else is not
  to_ref          text        not null,
  wanted          jsonb       not null,
  created_at      timestamptz not null,
  looked_at       timestamptz not null,
  constraint pull_request_auto_merge_key primary key (pull_request_id)
);
comment on table pull_request_auto_merge is 'review.pullrequest';
create index pull_request_auto_merge_commit on pull_request_auto_merge (from_commit);
create index pull_request_auto_merge_looked on pull_request_auto_merge (looked_at);
create index pull_request_auto_merge_user on pull_request_auto_merge (user_id);
