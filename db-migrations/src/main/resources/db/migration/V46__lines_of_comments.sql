-- kind: expand

-- The first of the lines that a comment is about; its line is the last. Null: it is about one.
alter table commit_comment
  add column start_line      int,
  add column start_line_type text,
  -- The lines of either side; null: there are none on that side, or it is about one.
  add column src_start       int,
  add column src_end         int,
  add column dst_start       int,
  add column dst_end         int;
