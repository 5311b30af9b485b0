-- When a replaced pack was compared once more, and set aside if every object of it was in a pack
-- that stays; null: not yet.
alter table superseded_pack add column compared_at timestamptz;
alter table superseded_pool_pack add column compared_at timestamptz;
