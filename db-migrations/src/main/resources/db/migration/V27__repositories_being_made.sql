-- Whose it is to finish a repository that is being made; nobody's any more: anybody's.
create table repository_making (
  repository_id bigint primary key references repository (id) on delete cascade,
  node_session  uuid,
  constraint repository_making_session foreign key (node_session)
    references node_session (id) on delete set null
);
create index repository_making_of_session on repository_making (node_session)
  where node_session is not null;
comment on table repository_making is 'hosting.repository';
insert into repository_making (repository_id) select id from repository where state = 'INITIALISING';
