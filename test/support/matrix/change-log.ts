import type { Db } from '../../../packages/server/src/store/pg/db.ts'

/** A row that was written, changed or removed. */
export interface RowChange {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
}

/** Tables in which a call that was refused may be counted, too, and one from which a stream goes once it has ended. */
const logs = ['api_calls', 'list_entry_hits', 'open_streams']

/**
 * Notes every change of every row from now on, in all tables but the logs. A column that says when something was used
 * last is no change.
 */
const noteChanges = `
create table changes_seen (at bigint generated always as identity, name text not null, content jsonb not null);
create function note_change() returns trigger language plpgsql as $$
declare
  uses constant text[] := array['last_used_at', 'leaked_at', 'leaked_origin'];
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) - uses end;
  after jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) - uses end;
begin
  if before is distinct from after then
    insert into changes_seen (name, content) values (tg_argv[0], coalesce(after, before));
  end if;
  return null;
end $$;
do $$
declare name text;
begin
  for name in
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('changes_seen', ${logs.map((one) => `'${one}'`).join(', ')})
  loop
    execute format('create trigger note_change after insert or update or delete on %I
      for each row execute function note_change(%L)', name, name);
  end loop;
end $$;`

/** A database that tells what changed in it. */
export class ChangeLog {
  readonly #db: Pick<Db, 'query'>

  constructor(db: Pick<Db, 'query'>) {
    this.#db = db
  }

  async open(): Promise<void> {
    await this.#db.query(noteChanges)
  }

  /** The changes since the last time. */
  async take(): Promise<readonly RowChange[]> {
    return await this.#db.query<RowChange & Record<string, unknown>>(
      'with seen as (delete from changes_seen returning *) select name as "table", content as row from seen order by at',
    )
  }
}
