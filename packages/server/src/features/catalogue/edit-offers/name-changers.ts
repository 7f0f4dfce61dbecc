import { tellActor } from '@quoin/core/audit/audit-actor.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { Db } from '../../../store/pg/database.ts'
import { findThings } from '../../audit/find-things.ts'

interface ChangersAsked {
  readonly offers: readonly { readonly id: number; readonly networkId: number }[]
  readonly sinceMs: number
}

/** " by Mira Sand", " by an import and others", or nothing where nobody is known. */
export async function nameChangers(
  { db, store }: { readonly db: Db; readonly store: Pick<Ports['store'], 'offerEdits' | 'auditThings'> },
  { offers, sinceMs }: ChangersAsked,
): Promise<string> {
  if (offers.length === 0 || !Number.isSafeInteger(sinceMs)) return ''
  const networkIds = [...new Set(offers.map(({ networkId }) => networkId))]
  const offerIds = offers.map(({ id }) => id)
  const found = await store.offerEdits.listChangers(db, { offerIds, networkIds, sinceMs })
  const [first] = found
  if (first === undefined) return ''
  const asChange = { id: 0, happenedAtMs: 0, action: '', object: '', details: {}, origin: null }
  const things = await findThings({ db, store }, [{ ...asChange, actor: first.actor }])
  const name = first.isImport ? 'an import' : tellActor(first.actor, things).name
  return found.length === 1 ? ` by ${name}` : ` by ${name} and others`
}
