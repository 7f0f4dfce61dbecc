import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'
import type { LinkRow } from '../../store/people/links.ts'
import type { Db } from '../../store/pg/database.ts'
import { type LinkNeeds, makeLink, type MadeLink } from './one-use-link.ts'

type Needs = LinkNeeds & Pick<Ports, 'db'>

const startActor = 'server'

/**
 * While no operator has a password: a new set-up link, in place of the ones before it. With the demo it signs in at once,
 * without it it asks for the first operator's e-mail and password.
 */
export async function openSetUp(
  needs: Needs,
  { isDemo }: { readonly isDemo: boolean },
): Promise<MadeLink | undefined> {
  const { db, store } = needs
  if (await store.members.hasSetUpOperator(db)) return undefined
  return await db.transaction(async (tx) => await makeSetUpLink(needs, tx, { isDemo, actor: startActor }))
}

/**
 * Whether a link of a start has lost its reason: an operator has a password, which it would get past together with their
 * second step. A link that `people link` has made stays, since whoever holds the machine wanted it.
 */
export async function isSetUpOver(
  { store }: Pick<Ports, 'store'>,
  db: Db,
  { kind, actor }: Pick<LinkRow, 'kind' | 'actor'>,
): Promise<boolean> {
  if ((kind !== 'set_up' && kind !== 'demo') || actor !== startActor) return false
  return await store.members.hasSetUpOperator(db)
}

/** The same whoever there is already: for a command of whoever holds the machine. */
export async function makeSetUpLink(
  needs: LinkNeeds,
  tx: Parameters<typeof makeLink>[1],
  { isDemo, actor }: { readonly isDemo: boolean; readonly actor: string },
): Promise<MadeLink> {
  const { store, clock } = needs
  await store.peopleLinks.revokeLinks(tx, { kinds: ['set_up', 'demo'], nowMs: clock.nowMs() })
  const made = await makeLink(needs, tx, { kind: isDemo ? 'demo' : 'set_up', actor })
  const details = { expiresAtMs: made.expiresAtMs }
  await noteChange({ ...needs, actor }, tx, {
    action: 'link.set_up_made',
    object: `link:${made.id}`,
    details,
  })
  return made
}
