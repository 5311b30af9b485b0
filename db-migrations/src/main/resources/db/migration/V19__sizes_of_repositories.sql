-- How much a repository holds is measured beside it: a measurement is no change of the repository.
create table repository_size (
  repository_id bigint      not null
                constraint repository_size_of_repository references repository (id) on delete cascade,
  bytes         bigint      not null,
  measured_at   timestamptz not null,
  constraint repository_size_key primary key (repository_id)
);
comment on table repository_size is 'hosting.repository';
insert into repository_size (repository_id, bytes, measured_at)
  select id, size_bytes, size_measured_at from repository where size_measured_at is not null;
alter table repository
  drop column size_bytes,
  drop column size_measured_at;

-- Projects that everybody may know of, because there is a public repository in them.
create index repository_public on repository (project_id) where public and trashed_at is null;

-- Since when a repository waits for its first housekeeping.
alter table housekeeping add column created_at timestamptz not null default now();
update housekeeping h set created_at = r.created_at from repository r where r.id = h.repository_id;
insert into housekeeping (repository_id, created_at)
  select id, created_at from repository on conflict do nothing;
