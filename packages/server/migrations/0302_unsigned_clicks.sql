-- Whether a click came by a link without its signature, of an app that adds them; null where not (no byte in the row).
alter table clicks add column is_unsigned boolean;
-- New apps add signatures to the links that we make; those there are stay as they were.
alter table apps alter column signed_links set default 'added';
