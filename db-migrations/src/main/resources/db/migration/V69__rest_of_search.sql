-- kind: expand
-- When what is known of a default branch was brought up to its tip last: a repository that is pushed to all the time is
-- indexed a few times a minute.

alter table search_state add column settled_at timestamptz;
