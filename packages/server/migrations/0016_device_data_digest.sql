-- Which fingerprint_data a device was last seen with, keyed: the same one is not written again. Null where none is kept.
alter table devices add column data_digest bytea;
