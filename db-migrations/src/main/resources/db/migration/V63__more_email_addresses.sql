-- kind: expand
-- Further e-mail addresses of users: commits that name one are shown as theirs.

create table user_email_address (
  id           bigint      generated always as identity primary key,
  user_id      bigint      not null constraint email_address_of_user references users (id) on delete cascade,
  address      text        not null,
  -- When the user, or an administrator for them, showed that mail to it is the user's. Null: not yet.
  confirmed_at timestamptz,
  -- Of the link that was mailed there last; null: none is valid.
  token_hash   bytea,
  expires_at   timestamptz
);
comment on table user_email_address is 'identity.user';
create unique index user_email_address_once on user_email_address (user_id, lower(address));
-- Anybody may say that an address is theirs; it counts for one alone.
create unique index user_email_address_confirmed on user_email_address (lower(address))
 where confirmed_at is not null;
create unique index user_email_address_token on user_email_address (token_hash);
