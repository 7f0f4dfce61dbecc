import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type RestoredFacts, restoredName } from '../backup/restored-facts.ts'
import type { Log } from '../ports/ports.ts'
import { isSystemError } from './process/private-file.ts'

interface RestoredNeeds {
  readonly log: Log
  readonly eraseAgain: (erasures: RestoredFacts['erasures']) => Promise<unknown>
}

/**
 * The paragraph that the first start after a restore says, also to the log: what the data is, and what is not in it.
 * Undefined at every other start.
 */
export async function tellRestored(
  dataDir: string,
  { log, eraseAgain }: RestoredNeeds,
): Promise<string | undefined> {
  const path = join(dataDir, restoredName)
  try {
    const facts = JSON.parse(await readFile(path, 'utf8')) as RestoredFacts // written by ourselves
    const { erasures = [], ...told } = facts
    if (erasures.length > 0) await eraseAgain(erasures)
    const paragraph = tell({ ...told, erasures })
    log.warn({ ...told, erasures: erasures.length }, paragraph)
    await rename(path, path.replace(/\.json$/, '.told.json'))
    return paragraph
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) log.warn({ err: error }, 'what was restored could not be read')
    return undefined
  }
}

function tell({ backup, repository, endsAt, restoredAt, erasures }: RestoredFacts): string {
  return [
    `This is the backup ${backup} of ${repository}, restored at ${restoredAt}: everything up to ${endsAt} is here, and nothing later.`,
    tellErasures(erasures.length),
    'Clicks since are unknown, and reports about them are kept as unmatched.',
    `Ask each network to report again what it has reported since ${endsAt}: what is known already is answered as a repeat.`,
    'Receivers may be told of a conversion since then once more, with another id: have them compare the transaction.',
  ].join(' ')
}

/** A backup that was made by hand has no list of them beside it. */
function tellErasures(count: number): string {
  if (count === 0)
    return 'Users who were erased since, of whom nothing is kept beside the backups, are here again: erase them once more.'
  return `${count === 1 ? 'One erasure of a user' : `${count} erasures of users`} since then ${count === 1 ? 'is' : 'are'} applied again now (System, Jobs).`
}
