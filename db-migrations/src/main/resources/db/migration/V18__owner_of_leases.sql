-- Leases are kept by the library of the cluster.
comment on table lease is 'cluster.postgresql';
