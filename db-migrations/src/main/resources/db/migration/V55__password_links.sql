-- kind: expand
-- Links by which somebody sets a new password without the old one. The database has their hashes alone.

create table password_link (
  token_hash bytea       primary key,
  user_id    bigint      not null constraint password_link_of references users (id) on delete cascade,
  -- Of the user when it was made: whatever changes the password voids it.
  user_stamp bigint      not null,
  expires_at timestamptz not null
);
comment on table password_link is 'identity.recovery';
create index password_link_user on password_link (user_id);
