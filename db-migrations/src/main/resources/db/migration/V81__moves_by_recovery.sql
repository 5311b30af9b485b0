-- kind: expand
-- A move that recovery has written down for whoever could not: what its caller wanted written with it is missing,
-- until the caller has written it. Null: the update has committed by itself, or nobody asks any more.
alter table ref_move add column recovered boolean;
