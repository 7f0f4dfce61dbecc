import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type RestoredFacts, restoredName } from '../backup/restored-facts.ts'
import type { Log } from '../ports/ports.ts'
import { isSystemError } from './process/private-file.ts'

interface RestoredNeeds {
  readonly log: Log
  /** Begins what the data needs, and returns the networks whose reports are missing. */
  readonly begin: (facts: Pick<RestoredFacts, 'erasures' | 'endsAt'>) => Promise<readonly string[]>
}

/** Tells what a data directory was restored from; undefined where it was not, or a start has told of it. */
export async function findRestored(dataDir: string): Promise<RestoredFacts | undefined> {
  try {
    const facts = JSON.parse(await readFile(join(dataDir, restoredName), 'utf8')) as RestoredFacts // written by ourselves
    return { ...facts, erasures: facts.erasures ?? [] }
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ENOTDIR')) return undefined
    throw error
  }
}

/**
 * The paragraph that the first start after a restore says, also to the log: what the data is, and what is not in it.
 * Undefined at every other start.
 */
export async function tellRestored(
  dataDir: string,
  { log, begin }: RestoredNeeds,
): Promise<string | undefined> {
  try {
    const facts = await findRestored(dataDir)
    if (facts === undefined) return undefined
    const networks = await begin(facts)
    const paragraph = tell(facts, networks)
    log.warn({ ...facts, erasures: facts.erasures.length, networks }, paragraph)
    const path = join(dataDir, restoredName)
    await rename(path, path.replace(/\.json$/, '.told.json'))
    return paragraph
  } catch (error) {
    log.warn({ err: error }, 'what was restored could not be told: the next start tries again')
    return undefined
  }
}

function tell(
  { backup, repository, endsAt, restoredAt, erasures, toldIds }: RestoredFacts,
  networks: readonly string[],
): string {
  return [
    `This is the backup ${backup} of ${repository}, restored at ${restoredAt}: everything up to ${endsAt} is here, and nothing later.`,
    tellErasures(erasures.length),
    'Clicks since are unknown, and reports about them are kept as unmatched.',
    tellGap(networks, endsAt),
    tellIds(toldIds),
  ].join(' ')
}

/** A backup that was made by hand has no list of them beside it. */
function tellIds(count = 0): string {
  if (count === 0)
    return 'Receivers may be told of a conversion since then once more, with another id: have them compare the transaction.'
  return `What happens again of it gets the ids that receivers were told, as far as they are kept beside the backups (${count}): a receiver that credits each id once does so.`
}

/** A backup that was made by hand has no list of them beside it. */
function tellErasures(count: number): string {
  if (count === 0)
    return 'Users who were erased since, of whom nothing is kept beside the backups, are here again: erase them once more.'
  return `${count === 1 ? 'One erasure of a user' : `${count} erasures of users`} since then ${count === 1 ? 'is' : 'are'} applied again now (System, Jobs).`
}

const namedAtMost = 20

/** The networks to ask, which nobody remembers in such an hour. */
function tellGap(networks: readonly string[], endsAt: string): string {
  const named = networks.slice(0, namedAtMost).join(', ')
  const others = networks.length > namedAtMost ? ` and ${networks.length - namedAtMost} others` : ''
  const asked = networks.length === 0 ? 'each network' : `${named}${others}`
  return `Ask ${asked} to report again what was reported from ${endsAt} until now: what is known already is answered as a repeat.`
}
