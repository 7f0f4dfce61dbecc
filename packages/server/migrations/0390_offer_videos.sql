-- A video that shows the offer: an address that begins with https.
alter table offers add column video_url text;
