-- kind: expand

-- The files of a pull request that somebody has marked as viewed, with the content that they had then.
create table pull_request_viewed_file (
  pull_request_id bigint not null
                  constraint pull_request_viewed_file_of references pull_request (id) on delete cascade,
  user_id         bigint not null
                  constraint pull_request_viewed_file_by references users (id) on delete cascade,
  path            bytea  not null,
  content_id      text   not null,
  primary key (pull_request_id, user_id, path)
);
comment on table pull_request_viewed_file is 'review.pullrequest';
create index pull_request_viewed_file_of_user on pull_request_viewed_file (user_id);
