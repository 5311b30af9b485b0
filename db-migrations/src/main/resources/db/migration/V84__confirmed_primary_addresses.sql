-- kind: expand
-- The address that mail goes to counts once it is confirmed, as further ones do: its row here says so.

-- Whether mail goes to the address from its confirmation on.
alter table user_email_address add column becomes_primary boolean not null default false;

-- What is there counts, but where two accounts name one address, or somebody else has confirmed it.
insert into user_email_address (user_id, address, confirmed_at)
select u.id, u.email_address, now()
  from users u
 where not u.deleted
   and u.email_address <> ''
   and not exists (select 1 from users other
                    where lower(other.email_address) = lower(u.email_address)
                      and other.id <> u.id
                      and not other.deleted)
   and not exists (select 1 from user_email_address a
                    where lower(a.address) = lower(u.email_address)
                      and a.confirmed_at is not null
                      and a.user_id <> u.id)
    on conflict (user_id, lower(address)) do update
       set confirmed_at = coalesce(user_email_address.confirmed_at, excluded.confirmed_at),
           token_hash = null,
           expires_at = null;
