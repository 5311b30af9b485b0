-- A lease falls with the session that holds it.
update lease set holder = null
 where holder is not null and not exists (select 1 from node_session s where s.id = lease.holder);
alter table lease add constraint lease_holder
  foreign key (holder) references node_session (id) on delete set null;
create index lease_of_session on lease (holder) where holder is not null;

-- Each node looks for housekeeping itself.
delete from scheduled_tasks where task_name in ('housekeeping', 'pool-housekeeping');
