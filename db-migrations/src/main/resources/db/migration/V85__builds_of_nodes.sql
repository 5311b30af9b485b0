-- kind: expand
-- The build that a node runs, which tells two of one version apart; empty: of a version that did not tell.
alter table node_report add column build text not null default '';
