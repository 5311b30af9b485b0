-- Failed sign-ins are counted by name (address ''), by address (name ''), and by both where that
-- name has signed in from that address before.
alter table login_failure add column address text not null default '';
alter table login_failure drop constraint login_failure_pkey;
alter table login_failure add primary key (name, address);
alter table login_failure alter column address drop default;

-- From where users have shown the right password: an IPv4 address, or the first half of one of IPv6.
create table familiar_address (
  user_id      bigint      not null references users (id) on delete cascade,
  address      text        not null,
  last_seen_at timestamptz not null,
  primary key (user_id, address)
);
comment on table familiar_address is 'identity.password';
