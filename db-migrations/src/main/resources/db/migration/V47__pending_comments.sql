-- kind: expand

-- Comments of reviews that are not finished. Their authors alone see them, so they lie apart: no
-- statement on what everybody sees can find one. They keep their ids when they are published.
create table pending_comment (
  id              bigint      primary key, -- of the sequence of commit_comment
  repository_id   bigint      not null
                  constraint pending_comment_of_repository references repository (id) on delete cascade,
  commit_id       text        not null,
  pull_request_id bigint      not null
                  constraint pending_comment_of_pull_request references pull_request (id) on delete cascade,
  -- Published or pending; who deletes what was published is not held up by what nobody sees.
  parent_id       bigint,
  root_id         bigint,
  author_id       bigint      not null
                  constraint pending_comment_author references users (id) on delete cascade,
  text            text        not null,
  severity        text        not null,
  path            bytea,
  src_path        bytea,
  line            int,
  line_type       text,
  file_type       text,
  from_hash       text,
  diff_type       text,
  start_line      int,
  start_line_type text,
  src_start       int,
  src_end         int,
  dst_start       int,
  dst_end         int,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  version         int         not null default 0
);
comment on table pending_comment is 'source.comment';
create index pending_comment_by_author on pending_comment (pull_request_id, author_id, id);
create index pending_comment_of_author on pending_comment (author_id);
create index pending_comment_repository on pending_comment (repository_id);
