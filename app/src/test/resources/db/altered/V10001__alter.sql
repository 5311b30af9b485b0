-- kind: expand
alter table from_the_future add column more text;
