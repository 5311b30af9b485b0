-- How many requests users, and addresses of which nobody signs in, may make; one row.
create table rate_limit (
  only_row  boolean primary key default true check (only_row),
  enabled   boolean not null,
  capacity  integer not null check (capacity > 0),
  fill_rate integer not null check (fill_rate > 0),
  version   bigint  not null -- raised by every change here and in user_rate_limit
);
comment on table rate_limit is 'identity.ratelimit';
insert into rate_limit (enabled, capacity, fill_rate, version) values (false, 60, 5, 0);

-- Users with a limit of their own, or without any: then both numbers are null.
create table user_rate_limit (
  user_id   bigint primary key references users (id) on delete cascade,
  capacity  integer check (capacity > 0),
  fill_rate integer check (fill_rate > 0),
  check ((capacity is null) = (fill_rate is null))
);
comment on table user_rate_limit is 'identity.ratelimit';

-- How often whom a request was refused, by hour. Who is no user has 0 for an id, and for a name an
-- address, or what an access key or token is called.
create table rate_limit_refusal (
  user_id         bigint      not null,
  name            text        not null,
  hour            timestamptz not null,
  refusals        bigint      not null,
  last_refused_at timestamptz not null,
  primary key (user_id, name, hour)
);
comment on table rate_limit_refusal is 'identity.ratelimit';
create index rate_limit_refusal_hour on rate_limit_refusal (hour);
