-- Clicks in fewer bytes and with less write-ahead log (docs/decisions/0053-narrow-clicks.md). `clicks` becomes a view with
-- the columns that the table had, over three tables that are partitioned by range of id as it was:
--   fresh_clicks    the weeks that are written to; a user is found hour by hour, so that inserts stay together
--   settled_clicks  the weeks that have ended; a user is found at once, by an index that is built when the week is over
--   wide_clicks     the former table: the clicks of before this migration, until they are rewritten in the background
-- A click lies in one of them: in that which has a partition for its id, asked in this order.

-- The hour in which an id was made, since 1970.
create function click_hour(id uuid) returns bigint language sql immutable parallel safe as
  $$ select ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 3600000 $$;

create function click_time(id uuid) returns timestamptz language sql immutable parallel safe as
  $$ select to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0) $$;

-- The first id of an hour.
create function hour_id(hour bigint) returns uuid language sql immutable parallel safe as
  $$ select (lpad(to_hex(hour * 3600000), 12, '0') || '70008000000000000000')::uuid $$;

-- Where a user stands in an index: 32 bits of their hash. Whoever reads compares the user, too.
create function user_place(app_id bigint, user_id text) returns integer language sql immutable parallel safe as
  $$ select ((hashtextextended(user_id collate "C", app_id) & 4294967295) - 2147483648)::integer $$;

-- The same within an hour, of which a week has 168: eight bits of the hour, then 24 of the user.
create function hour_place(hour bigint, app_id bigint, user_id text) returns integer
  language sql immutable parallel safe as
  $$ select (((hour & 255) - 128) * 16777216 + (hashtextextended(user_id collate "C", app_id) & 16777215))::integer $$;

-- Fifteen bits of an offer.
create function offer_place(offer_id bigint) returns smallint language sql immutable parallel safe as
  $$ select (offer_id & 32767)::smallint $$;

-- The words of clicks as letters. The same table stands in core/src/tracking/click-letters.ts.
create function click_word(letter "char") returns text language sql immutable parallel safe as
  $$ select case letter when 'a' then 'android' when 'i' then 'ios' when 'd' then 'desktop'
    when 'v' then 'valid' when 'b' then 'bot' when 'r' then 'redirected' when 'f' then 'fallback'
    when 'p' then 'paused' when 'q' then 'app_paused' when 's' then 'schedule' when 'c' then 'country'
    when 'l' then 'platform' when 'x' then 'capped' when 'k' then 'blocked' when 't' then 'test_mode'
    when 'g' then 'signature' when 'o' then 'destination' when 'u' then 'country_unknown' end $$;

create function click_letter(word text) returns "char" language sql immutable parallel safe as
  $$ select case word when 'android' then 'a' when 'ios' then 'i' when 'desktop' then 'd'
    when 'valid' then 'v' when 'bot' then 'b' when 'redirected' then 'r' when 'fallback' then 'f'
    when 'paused' then 'p' when 'app_paused' then 'q' when 'schedule' then 's' when 'country' then 'c'
    when 'platform' then 'l' when 'capped' then 'x' when 'blocked' then 'k' when 'test_mode' then 't'
    when 'signature' then 'g' when 'destination' then 'o' when 'country_unknown' then 'u' end::"char" $$;

-- An address as it was stored, or null: nothing that cannot be read stops the rewriting of a week.
create function click_address(address text) returns inet language plpgsql immutable parallel safe as $$
begin
  return address::inet;
exception when invalid_text_representation then
  return null;
end $$;

-- User-Agents that many clicks share, at most as many as core/src/tracking/common-agents.ts allows: others stand in
-- the click. Rows are never changed.
create table click_agents (
  id integer primary key generated always as identity,
  agent text not null,
  added_at timestamptz not null default now()
);
create unique index click_agents_by_agent on click_agents (md5(agent));

do $$
declare
  name text;
begin
  foreach name in array array['fresh_clicks', 'settled_clicks'] loop
    -- Nothing is null but the address: from the ninth column on a null would cost eight bytes.
    execute format($sql$
      create table %I (
        id uuid not null,
        written_in bigint not null default write_number(),
        offer_id bigint not null,
        app_id integer not null,
        -- A row of click_agents; 0: it stands in user_agent.
        agent integer not null default 0,
        -- As click_word reads them; reason '-' is none.
        platform "char" not null,
        verdict "char" not null,
        outcome "char" not null,
        reason "char" not null default '-',
        is_test boolean not null,
        is_unsigned boolean not null default false,
        country text not null,
        user_id text not null,
        -- Empty texts are none.
        sub_id text not null default '',
        address inet,
        user_agent text not null default '',
        risk text not null default ''
      ) partition by range (id)$sql$, name);
    execute format('alter table %I add primary key (id)', name);
    execute format('create index %I on %I using brin (written_in) with (autosummarize = on)', name || '_by_write', name);
  end loop;
end $$;
create index fresh_clicks_by_hour on fresh_clicks (hour_place(click_hour(id), app_id, user_id), offer_place(offer_id));
create index settled_clicks_by_user on settled_clicks (user_place(app_id, user_id), offer_place(offer_id));

alter table clicks rename to wide_clicks;
alter index clicks_by_user_and_offer rename to wide_clicks_by_user;
alter index clicks_by_write rename to wide_clicks_by_write;

-- Each table with the columns that clicks always had, and the place by which its index finds a user.
do $$
declare
  narrow text := $sql$create view %1$I as
    select id, app_id::bigint as app_id, offer_id, user_id, nullif(sub_id, '') as sub_id, host(address) as address,
      coalesce(nullif(user_agent, ''), (select a.agent from click_agents a where a.id = c.agent)) as user_agent,
      country, click_word(platform) as platform, click_word(verdict) as verdict, click_word(outcome) as outcome,
      click_word(reason) as reason, is_test, click_time(id) as clicked_at, written_in, nullif(risk, '') as risk,
      nullif(is_unsigned, false) as is_unsigned, %3$s as place, offer_place(offer_id) as offer_place
    from %2$I c$sql$;
begin
  execute format(narrow, 'fresh_click_rows', 'fresh_clicks', 'hour_place(click_hour(id), app_id, user_id)');
  execute format(narrow, 'settled_click_rows', 'settled_clicks', 'user_place(app_id, user_id)');
end $$;
create view clicks as
  select id, app_id, offer_id, user_id, sub_id, address, user_agent, country, platform, verdict, outcome, reason, is_test,
    clicked_at, written_in, risk, is_unsigned from fresh_click_rows
  union all
  select id, app_id, offer_id, user_id, sub_id, address, user_agent, country, platform, verdict, outcome, reason, is_test,
    clicked_at, written_in, risk, is_unsigned from settled_click_rows
  union all
  select id, app_id, offer_id, user_id, sub_id, address, user_agent, country, platform, verdict, outcome, reason, is_test,
    clicked_at, written_in, risk, is_unsigned from wide_clicks;

-- What is rarely written (late clicks, erasures, the end of the demo) goes through the view, and so does the version
-- before while it still runs. An id that is there already stays as it is.
create function write_click() returns trigger language plpgsql as $$
declare
  agent_id integer;
  narrow fresh_clicks;
begin
  if tg_op <> 'INSERT' then
    delete from fresh_clicks where id = old.id;
    if not found then
      delete from settled_clicks where id = old.id;
      if not found then
        delete from wide_clicks where id = old.id;
        if not found then return null; end if;
      end if;
    end if;
    if tg_op = 'DELETE' then return old; end if;
  end if;
  new.written_in := coalesce(new.written_in, write_number());
  agent_id := coalesce((select a.id from click_agents a where md5(a.agent) = md5(new.user_agent)), 0);
  narrow := row(new.id, new.written_in, new.offer_id, new.app_id, agent_id, click_letter(new.platform),
    click_letter(new.verdict), click_letter(new.outcome), coalesce(click_letter(new.reason), '-'), new.is_test,
    coalesce(new.is_unsigned, false), new.country, new.user_id, coalesce(new.sub_id, ''), click_address(new.address),
    case agent_id when 0 then coalesce(new.user_agent, '') else '' end, coalesce(new.risk, ''));
  begin
    insert into fresh_clicks select narrow.* on conflict do nothing;
    return new;
  exception when check_violation then
    -- No week of fresh clicks has this id.
  end;
  begin
    insert into settled_clicks select narrow.* on conflict do nothing;
    return new;
  exception when check_violation then
    -- Nor a settled one.
  end;
  insert into wide_clicks (id, app_id, offer_id, user_id, sub_id, address, user_agent, country, platform, verdict,
    outcome, reason, is_test, clicked_at, written_in, risk, is_unsigned)
  values (new.id, new.app_id, new.offer_id, new.user_id, new.sub_id, new.address, new.user_agent, new.country,
    new.platform, new.verdict, new.outcome, new.reason, new.is_test, coalesce(new.clicked_at, click_time(new.id)),
    new.written_in, new.risk, new.is_unsigned)
  on conflict do nothing;
  return new;
end $$;
create trigger clicks_written instead of insert or update or delete on clicks
  for each row execute function write_click();

-- From which id on clicks are written narrow. A new database has no others.
create table click_cutover (
  is_only boolean primary key default true check (is_only),
  first_id uuid not null
);

-- The partitions that the job makes (jobs/keep-click-partitions.ts), for this week and four more: the version before goes on
-- to write meanwhile. What it has made ahead is empty.
do $$
declare
  has_clicks boolean := exists (select from wide_clicks);
  monday timestamptz := date_trunc('week', now(), 'UTC');
  made_ahead text;
  is_used boolean;
  name text;
  from_id uuid;
  to_id uuid;
begin
  insert into click_cutover (first_id) values (case when has_clicks
    then (lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
    else '00000000-0000-0000-0000-000000000000' end);
  for made_ahead in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'wide_clicks'::regclass
      and (not has_clicks or c.relname > 'clicks_' || to_char(monday at time zone 'UTC', 'YYYYMMDD'))
  loop
    execute format('select exists (select from %I)', made_ahead) into is_used;
    if not is_used then execute format('drop table %I', made_ahead); end if;
  end loop;
  if not has_clicks then return; end if;
  for week in 0..4 loop
    name := 'fresh_clicks_' || to_char(monday at time zone 'UTC' + week * interval '7 days', 'YYYYMMDD');
    from_id := greatest((select first_id from click_cutover),
      hour_id((extract(epoch from monday) / 3600)::bigint + week * 168));
    to_id := hour_id((extract(epoch from monday) / 3600)::bigint + (week + 1) * 168);
    execute format('create table %I (like fresh_clicks including all, constraint %I check (id >= %L and id < %L))
      with (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 2000,
        autovacuum_vacuum_insert_threshold = 5000)', name, name || '_range', from_id, to_id);
    execute format('alter table fresh_clicks attach partition %I for values from (%L) to (%L)', name, from_id, to_id);
  end loop;
end $$;

-- The clicks of a week that have changed while it is rewritten.
create table click_changes (id uuid not null);

create function note_click_change() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  insert into click_changes (id) values (changed);
  -- Nothing of a user who is erased is left in the copy.
  execute format('delete from %I where id = $1', 'copied_' || tg_table_name) using changed;
  return null;
end $$;
