-- A new one with each change of what others may remember of a device: who is on it, since when and on which lines, and which
-- fingerprint_data is kept. Who remembers a device asks whether it still has the version that he knows. Null: nobody may.
alter table devices add column version uuid;
