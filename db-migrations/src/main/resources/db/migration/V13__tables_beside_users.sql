-- What is not the user's own goes beside it: the row of a user is written by nobody else.

-- Hashes of passwords: for authentication alone.
create table password (
  user_id bigint not null
          constraint password_of_user references users (id) on delete cascade,
  hash    text   not null,
  constraint password_key primary key (user_id)
);
comment on table password is 'identity.password';
insert into password (user_id, hash)
  select id, password_hash from users where password_hash is not null;
alter table users drop column password_hash;

-- When each user last showed a password.
create table last_sign_in (
  user_id bigint      not null
          constraint last_sign_in_of_user references users (id) on delete cascade,
  at      timestamptz not null,
  constraint last_sign_in_key primary key (user_id)
);
comment on table last_sign_in is 'identity.signin';
insert into last_sign_in (user_id, at)
  select id, last_authenticated_at from users where last_authenticated_at is not null;
alter table users drop column last_authenticated_at;

-- Names that a user had before, as they were typed: gone when the user is made unknown.
create table former_user_name (
  user_id bigint not null
          constraint former_user_name_of_user references users (id) on delete cascade,
  name    text   not null,
  constraint former_user_name_key primary key (user_id, name)
);
comment on table former_user_name is 'identity.user';
-- Until now the audit trail alone told; a name that somebody else has taken since is left out.
insert into former_user_name (user_id, name)
  with recursive had (user_id, name) as (
    select id, name from users
    union
    select h.user_id, e.details ->> 'former name'
      from had h join audit_event e on e.action = 'user.renamed' and e.subject = h.name
     where not exists (select 1 from users u where lower(u.name) = lower(e.details ->> 'former name')))
  select h.user_id, h.name from had h join users u on u.id = h.user_id
   where h.name is not null and h.name <> u.name;
