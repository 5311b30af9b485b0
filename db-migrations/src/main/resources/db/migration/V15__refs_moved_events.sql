-- Events of ref moves that were not told yet say, as later ones do, which update it was and when.
update outbox_event
   set payload = payload || jsonb_build_object('id', gen_random_uuid(), 'time', created_at)
 where type = 'refs-moved';
