-- The ways in which a user has described a device within a day, ten at most: "digest.second" with commas between
-- (core/devices/data-variants.ts). Null where no data came.
alter table device_users add column data_variants text;
