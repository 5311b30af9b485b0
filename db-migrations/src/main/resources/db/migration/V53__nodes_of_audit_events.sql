-- kind: expand
-- Which node wrote an audit event.

alter table audit_event add column node text;
