import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openSetUp } from '../features/people/open-set-up.ts'
import type { Ports } from '../ports/ports.ts'
import { replacePrivateFile } from './process/private-file.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'random' | 'newId' | 'settings'>

export interface SetUp {
  /** Whoever opens it is the first operator. */
  readonly link: string
  /** Where it stands, for whoever reads no terminal; undefined where nothing is kept on this disk. */
  readonly file: string | undefined
}

/**
 * While nobody has set this service up: a new link at each start, in place of those before, beside an embedded database
 * in a file that only its owner can read, too.
 */
export async function keepSetUp(
  needs: Needs,
  { isDemo, isEmbedded }: { readonly isDemo: boolean; readonly isEmbedded: boolean },
): Promise<SetUp | undefined> {
  const made = await openSetUp(needs, { isDemo })
  const file = isEmbedded ? join(needs.settings.dataDir, 'set-up-link.txt') : undefined
  if (file !== undefined && made === undefined) await rm(file, { force: true })
  if (made === undefined) return undefined
  if (file !== undefined) await replacePrivateFile(file, `${made.link}\n`)
  return { link: made.link, file }
}

/** Tells of operators whose account a stranger may have made, before this version closed the sign-up until the set-up. */
export async function warnOfDoubtfulOperators({
  db,
  store,
  clock,
  log,
}: Pick<Ports, 'db' | 'store' | 'clock' | 'log'>): Promise<void> {
  const people = await store.persons.listStaff(db, clock.nowMs())
  const personIds = people.filter(({ isDoubtful }) => isDoubtful).map(({ id }) => id)
  if (personIds.length === 0) return
  log.warn(
    { personIds },
    'operators found whose account came from a sign-up before the set-up; confirm or remove them under Team',
  )
}

/** The welcome's lines about the set-up link. */
export function describeSetUp(
  { link, file }: SetUp,
  { isDemo, isTerminal }: { readonly isDemo: boolean; readonly isTerminal: boolean },
): readonly string[] {
  const what = isDemo ? 'Open the dashboard' : 'Set up the dashboard'
  const note = isDemo ? 'signs you in, works once, for a day' : 'works once, for a day'
  if (isTerminal) return [`  ${what} (${note}):`, `    ${link}`, '']
  if (file !== undefined) return [`  ${what}: its link is in ${file} (${note}).`, '']
  return [`  ${what}: npm run -s quoin -- people link`, '']
}
