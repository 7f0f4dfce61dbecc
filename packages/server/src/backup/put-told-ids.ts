import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { giveToOwnerOf } from '@quoin/embedded-postgres/data-paths.ts'
import { openKeyring } from '../adapters/crypto/keyring.ts'
import type { BackupRepository } from './backup-repository.ts'
import { signerOf } from './kept-log.ts'
import { readToldAfter } from './kept-told-ids.ts'
import { toldName } from './restored-facts.ts'

interface Restored {
  /** The last change that is in it, ISO 8601. */
  readonly endsAt: string
  /** The master secret of the backup. */
  readonly master: string
  readonly log: (sentence: string) => void
}

/** Puts the ids that receivers were told since into a data directory, for the first start on it. Returns how many. */
export async function putToldIds(
  repository: BackupRepository,
  dataDir: string,
  { endsAt, master, log }: Restored,
): Promise<number> {
  const sign = signerOf(openKeyring({ current: master, previous: null }))
  const path = join(dataDir, toldName)
  const counted = { ids: 0 }
  const lines = async function* (): AsyncGenerator<string> {
    for await (const text of readToldAfter(repository, { afterMs: Date.parse(endsAt), sign, log })) {
      counted.ids += text.split('\n').length - 1
      yield text
    }
  }
  const draft = `${path}.part`
  await pipeline(Readable.from(lines()), createWriteStream(draft, { mode: 0o600, flush: true }))
  if (counted.ids === 0) {
    await rm(draft)
    return 0
  }
  await giveToOwnerOf(dataDir, draft)
  await rename(draft, path)
  return counted.ids
}
