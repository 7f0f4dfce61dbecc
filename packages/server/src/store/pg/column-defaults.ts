import type { Db } from './database.ts'

/** Gives columns of one row back the values that a new row has. Names come from tables in the store alone. */
export async function resetColumns(
  db: Db,
  { table, id, columns }: { table: 'apps' | 'networks'; id: number; columns: readonly string[] },
): Promise<void> {
  if (columns.length === 0) return
  const resets = columns.map((column) => `${column} = default`).join(', ')
  await db.query(`update ${table} set ${resets} where id = $1`, [id])
}

/** The keys of a table that is written out: it has no others. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, string>>): readonly Key[] {
  return Object.keys(table) as Key[]
}
