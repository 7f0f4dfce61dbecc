import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Account } from './account.ts'

/** As root, everything in a folder belongs to the account that PostgreSQL runs as. */
export async function giveAll(folder: string, account: Account | undefined): Promise<void> {
  if (account === undefined) return
  await chown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { recursive: true }))
    await chown(join(folder, entry), account.uid, account.gid)
}
