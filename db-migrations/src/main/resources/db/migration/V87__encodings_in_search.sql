-- kind: expand

-- Files in encodings other than UTF-8, and those with a carriage return that no line feed follows, are
-- found by search from here on. Every default branch is looked through again in the background; what is
-- indexed stays and is found meanwhile.
update search_state set tree_id = null, stale_since = coalesce(stale_since, now()) where tree_id is not null;
