// A conversion with all that comes of it: its bytes at rest, by table and index, and in the write-ahead log.
import type { Database, Db } from '../packages/server/src/store/pg/database.ts'
import { type ConversionTraffic, openConversionTraffic } from './conversion-traffic.ts'

export interface BytesOfPart {
  readonly table: string
  /** 'heap', 'toast', or the name of an index. */
  readonly part: string
  readonly bytesPerConversion: number
}

const tables = [
  'conversions',
  'conversion_events',
  'ledger_entries',
  'postback_requests',
  'callbacks',
  'callback_attempts',
]

/** The bytes at rest of each part of these tables, by the conversions that are there. */
export async function measureConversions(db: Db): Promise<BytesOfPart[]> {
  return await db.query(
    `with parts as (
       select t.place, t.name as table, 'heap' as part, 0 as kind, pg_table_size(t.name::regclass)
         - coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0) as bytes
       from unnest($1::text[]) with ordinality as t (name, place) join pg_class c on c.oid = t.name::regclass
       union all
       select t.place, t.name, 'toast', 1, pg_total_relation_size(c.reltoastrelid)
       from unnest($1::text[]) with ordinality as t (name, place) join pg_class c on c.oid = t.name::regclass
       where c.reltoastrelid <> 0
       union all
       select t.place, t.name, i.indexrelid::regclass::text, 2, pg_relation_size(i.indexrelid)
       from unnest($1::text[]) with ordinality as t (name, place) join pg_index i on i.indrelid = t.name::regclass)
     select "table", part, (bytes::float8 / (select count(*) from conversions)) as "bytesPerConversion"
     from parts order by place, kind, bytes desc`,
    [tables],
  )
}

interface LogBytes {
  readonly bytes: number
  /** The part of them that are pages written whole, as each is the first time after a checkpoint. */
  readonly pageBytes: number
}

/** The write-ahead log of so many conversions, for each. */
async function measureLog(traffic: ConversionTraffic, conversions: number): Promise<LogBytes> {
  const { database } = traffic.world
  const before = await insertPosition(database)
  await traffic.play(conversions)
  const after = await insertPosition(database)
  const [row] = await database.query<LogBytes>(
    `select pg_wal_lsn_diff($2::pg_lsn, $1::pg_lsn)::float8 / $3 as bytes,
       (select sum(fpi_size)::float8 from pg_get_wal_stats($1::pg_lsn, $2::pg_lsn)) / $3 as "pageBytes"`,
    [before, after, conversions],
  )
  return row ?? { bytes: 0, pageBytes: 0 }
}

async function insertPosition(db: Database): Promise<string> {
  const [row] = await db.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn', [])
  return row?.lsn ?? ''
}

/** As autovacuum does in a running installation, but at the same moments in each run. */
async function cleanUp(db: Database): Promise<void> {
  for (const table of tables) await db.query(`vacuum analyze ${table}`, [])
}

async function main(conversions: number): Promise<void> {
  const traffic = await openConversionTraffic()
  const { database } = traffic.world
  await database.query('create extension if not exists pg_walinspect', [])
  for (const table of tables) await database.query(`alter table ${table} set (autovacuum_enabled = off)`, [])
  for (let done = 0; done < conversions; done += cleanUpEvery) {
    await traffic.play(cleanUpEvery)
    await cleanUp(database)
  }
  const parts = await measureConversions(database)
  console.log('| table | part | bytes per conversion |\n| --- | --- | ---: |')
  for (const { table, part, bytesPerConversion } of parts)
    if (bytesPerConversion > 0) console.log(`| ${table} | ${part} | ${bytesPerConversion.toFixed(1)} |`)
  const sum = parts.reduce((total, part) => total + part.bytesPerConversion, 0)
  console.log(`| all | | ${sum.toFixed(1)} |`)
  await database.query('checkpoint', [])
  const first = await measureLog(traffic, logged)
  const then = await measureLog(traffic, logged)
  for (const [name, { bytes, pageBytes }] of [
    ['straight after a checkpoint', first],
    ['then', then],
  ] as const)
    console.log(
      `WAL per conversion, ${name}: ${bytes.toFixed(0)} B, of which whole pages ${pageBytes.toFixed(0)} B`,
    )
  await traffic.world.close()
}

const cleanUpEvery = 2_000
const logged = 2_000

if (process.argv[1]?.endsWith('bytes-of-conversions.ts')) {
  const [, , given = '24000'] = process.argv
  await main(Number(given))
  process.exit()
}
