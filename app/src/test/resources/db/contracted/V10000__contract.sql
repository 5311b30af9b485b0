-- kind: contract
update schema_compatibility set lowest_known = 9999;
