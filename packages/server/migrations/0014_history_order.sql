-- GET /api/v1/conversions: an app's changes, page by page, in the order in which none is ever skipped
-- (store/watermark.ts).
create index conversion_events_by_app
  on conversion_events (app_id, is_test, written_in, conversion_id, version);
