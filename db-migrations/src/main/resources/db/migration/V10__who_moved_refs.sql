-- Who moved a ref, and by what: read by the list of ref changes. Null in older rows, and the actor
-- where nobody is known: a move by another program, an anonymous push. No reference: outlives the user.
alter table ref_move add column actor_id bigint;
alter table ref_move add column cause text;

-- The last moves of one ref, and which refs have moved.
create index ref_move_by_ref on ref_move (repository_id, ref_name, ref_version desc, ordinal desc);
