import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type RestoredFacts, restoredName } from '../backup/restored-facts.ts'
import type { Log } from '../ports/ports.ts'
import { isSystemError } from './process/private-file.ts'

/**
 * The paragraph that the first start after a restore says, also to the log: what the data is, and what is not in it.
 * Undefined at every other start.
 */
export async function tellRestored(dataDir: string, log: Log): Promise<string | undefined> {
  const path = join(dataDir, restoredName)
  try {
    const facts = JSON.parse(await readFile(path, 'utf8')) as RestoredFacts // written by ourselves
    const paragraph = tell(facts)
    log.warn({ ...facts }, paragraph)
    await rename(path, path.replace(/\.json$/, '.told.json'))
    return paragraph
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) log.warn({ err: error }, 'what was restored could not be read')
    return undefined
  }
}

function tell({ backup, repository, endsAt, restoredAt }: RestoredFacts): string {
  return [
    `This is the backup ${backup} of ${repository}, restored at ${restoredAt}: everything up to ${endsAt} is here, and nothing later.`,
    'Users who were erased since are here again: erase them once more.',
    'Clicks since are unknown, and reports about them are kept as unmatched.',
    `Ask each network to report again what it has reported since ${endsAt}: what is known already is answered as a repeat.`,
    'Receivers may be told of a conversion since then once more, with another id: have them compare the transaction.',
  ].join(' ')
}
