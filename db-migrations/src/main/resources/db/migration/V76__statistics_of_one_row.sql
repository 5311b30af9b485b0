-- kind: expand
-- Each request joins this table, which has one row. Until vacuum comes by, which its few updates do not call
-- for, PostgreSQL takes it for 2,200 rows, and plans the statement of a request anew each time.
analyze permission_stamp;
