-- What features keep of a repository, a project or a pool that are not theirs lies in tables of their own.

-- What HEAD of a new repository in a project names; no row: what the server says.
create table initial_branch (
  project_id bigint not null
             constraint initial_branch_in_project references project (id) on delete cascade,
  branch     text   not null, -- short name
  constraint initial_branch_key primary key (project_id)
);
comment on table initial_branch is 'hosting.repository';
insert into initial_branch (project_id, branch)
  select id, default_branch from project where default_branch <> '';
alter table project drop column default_branch;

-- Which pool a repository borrows from.
create table pool_member (
  repository_id bigint not null
                constraint pool_member_repository references repository (id) on delete cascade,
  pool_id       bigint not null constraint pool_member_pool references pool (id),
  constraint pool_member_key primary key (repository_id)
);
create index pool_member_of_pool on pool_member (pool_id);
comment on table pool_member is 'hosting.fork';
insert into pool_member (repository_id, pool_id)
  select id, pool_id from repository where pool_id is not null;
alter table repository drop column pool_id;

-- What is known of a pool's need for housekeeping, as "housekeeping" tells it of a repository.
create table pool_housekeeping (
  pool_id        bigint      not null
                 constraint pool_housekeeping_pool references pool (id) on delete cascade,
  -- Packs that came since the last housekeeping.
  packs_since    int         not null default 0,
  last_repack_at timestamptz,
  last_full_at   timestamptz,
  failures       int         not null default 0,
  -- After a failure: not again before then.
  not_before     timestamptz,
  constraint pool_housekeeping_key primary key (pool_id)
);
create index pool_housekeeping_due on pool_housekeeping (packs_since) where packs_since > 0;
comment on table pool_housekeeping is 'upkeep.housekeeping';
insert into pool_housekeeping
  (pool_id, packs_since, last_repack_at, last_full_at, failures, not_before)
  select id, packs_since, last_repack_at, last_full_at, failures, not_before from pool;
alter table pool
  drop column packs_since,
  drop column last_repack_at,
  drop column last_full_at,
  drop column failures,
  drop column not_before;
