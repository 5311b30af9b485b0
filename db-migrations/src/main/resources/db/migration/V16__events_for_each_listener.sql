-- An event is told to each listener by itself: a row for each that has not taken note yet.
alter table outbox_event add column listener text;
insert into outbox_event (type, listener, repository_id, payload, created_at)
select e.type, l.name, e.repository_id, e.payload, e.created_at
  from outbox_event e
  join (values ('refs-moved', 'recent-repositories'),
               ('refs-moved', 'repository-size'),
               ('refs-moved', 'housekeeping'),
               ('refs-moved', 'last-changes'),
               ('refs-moved', 'fork-origins'),
               ('fork-sync', 'following-forks')) as l(type, name) on l.type = e.type
 order by e.id;
delete from outbox_event where listener is null;
alter table outbox_event alter column listener set not null;
alter table outbox_event alter column repository_id set not null;
drop index outbox_event_due;
create index outbox_event_due on outbox_event (listener, next_try_at);
create index outbox_event_order on outbox_event (listener, repository_id, id);

-- Each node looks for events itself.
delete from scheduled_tasks where task_name = 'outbox';
