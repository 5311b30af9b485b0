-- kind: expand
-- What a project enforces may be tightened in its repositories, and not loosened.

alter table hook_setting add column enforced boolean not null default false;
alter table hook_script_setting add column enforced boolean not null default false;
alter table required_report add column enforced boolean not null default false;
