import type { Db } from '../pg/database.ts'

/** The settings of a running server: by the variable, as text, without secrets. */
interface ServerSettings {
  readonly variables: Readonly<Record<string, string>>
  readonly version: string
  readonly startedAtMs: number
}

/** The last server to start wins: several on one database are given the same. */
export async function saveServerSettings(
  db: Db,
  { variables, version, startedAtMs }: ServerSettings,
): Promise<void> {
  await db.query(
    `insert into server_settings (variables, version, started_at)
     values ($1::jsonb, $2, to_timestamp($3::bigint / 1000.0))
     on conflict (is_only) do update
       set variables = excluded.variables, version = excluded.version, started_at = excluded.started_at`,
    [JSON.stringify(variables), version, startedAtMs],
  )
}

/** Undefined until a server has started. */
export async function findServerSettings(db: Db): Promise<ServerSettings | undefined> {
  const [row] = await db.query<ServerSettings>(
    'select variables, version, started_at as "startedAtMs" from server_settings',
    [],
  )
  return row
}
