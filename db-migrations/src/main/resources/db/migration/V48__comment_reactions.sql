-- kind: expand

-- Emoticons with which people react to comments.
create table comment_reaction (
  comment_id bigint      not null
             constraint comment_reaction_to references commit_comment (id) on delete cascade,
  user_id    bigint      not null
             constraint comment_reaction_of references users (id) on delete cascade,
  emoticon   text        not null, -- its shortcut
  since      timestamptz not null,
  primary key (comment_id, emoticon, user_id)
);
comment on table comment_reaction is 'source.comment';
create index comment_reaction_of_user on comment_reaction (user_id);
