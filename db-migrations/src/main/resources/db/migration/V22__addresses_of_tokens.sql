-- From where access tokens are used: the first use from another address is written down.
create table token_address (
  token_id      text        not null references access_token (id) on delete cascade,
  address       text        not null,
  first_used_at timestamptz not null,
  primary key (token_id, address)
);
comment on table token_address is 'identity.session';
