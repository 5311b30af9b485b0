-- An event that is being told is claimed by the session of the node that tells it, and free when that ends.
alter table outbox_event add column claimed_by uuid
  constraint outbox_event_claimed_by references node_session (id) on delete set null;
create index outbox_event_of_session on outbox_event (claimed_by) where claimed_by is not null;
