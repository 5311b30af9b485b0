-- kind: expand
-- Repositories of a restored backup whose refs moved after the database was copied. No listener has heard of
-- moves above the version; the next server to start tells them and removes the row.
create table replayed_ref_moves (
  repository_id bigint primary key
                constraint replayed_ref_moves_in references repository (id) on delete cascade,
  after_version bigint not null
);
comment on table replayed_ref_moves is 'storage.refs';
