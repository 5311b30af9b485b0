-- kind: expand

alter table from_the_future add column if not exists later int;
create index concurrently if not exists from_the_future_index on from_the_future (later);
