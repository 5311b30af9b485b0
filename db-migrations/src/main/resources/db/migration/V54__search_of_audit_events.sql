-- kind: expand
-- Audit events are looked for by who did what to what.

create index concurrently if not exists audit_event_actor on audit_event (lower(actor_name), id);
create index concurrently if not exists audit_event_subject on audit_event (lower(subject) text_pattern_ops, id);
