-- kind: expand

alter table pull_request_auto_merge
  -- Merges that failed one after the other, though nothing stood against them.
  add column failures int not null default 0,
  -- Why nobody tries any more; null: somebody does.
  add column given_up text;
