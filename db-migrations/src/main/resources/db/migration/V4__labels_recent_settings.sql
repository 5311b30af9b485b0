-- ---------------------------------------------------------------- labels

create index repository_label_name on repository_label (label);

-- ---------------------------------------------------------------- what people keep for themselves

-- The repositories that a user looked at or pushed to, the latest only.
create table recent_repository (
  user_id       bigint      not null references users (id) on delete cascade,
  repository_id bigint      not null references repository (id) on delete cascade,
  seen_at       timestamptz not null,
  primary key (user_id, repository_id)
);
create index recent_repository_seen on recent_repository (user_id, seen_at desc);
create index recent_repository_of on recent_repository (repository_id);

-- What clients keep for a user, by name. A value is a string, a number or a boolean.
create table user_setting (
  user_id bigint not null references users (id) on delete cascade,
  name    text   not null,
  value   jsonb  not null,
  primary key (user_id, name)
);
