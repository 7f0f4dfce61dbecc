import { findAuditRow } from '@quoin/core/audit/audit-actions.ts'
import { tellActor, type ToldActor } from '@quoin/core/audit/audit-actor.ts'
import type { AuditKind } from '@quoin/core/audit/audit-kinds.ts'
import type { NotedChange } from '@quoin/core/audit/change-facts.ts'
import type { Ports } from '../../ports/ports.ts'
import { findThings } from './find-things.ts'

interface CountedActor {
  readonly actor: string
  readonly who: ToldActor
  readonly count: number
}

interface CountedKind {
  readonly actor: string
  readonly kind: AuditKind | null
  readonly count: number
}

interface ChangeCounts {
  /** Most first. */
  readonly actors: readonly CountedActor[]
  readonly kinds: readonly CountedKind[]
  /** When something was changed for the last time before the range; undefined where it never was. */
  readonly lastBeforeMs: number | undefined
}

/** Pairs of actors and actions; those beyond have the fewest changes. */
const pairsMax = 2_000

/** How many changes of each actor and kind a time range has, for whoever chooses among them. */
export async function countAudit(
  needs: Pick<Ports, 'db' | 'store'>,
  { fromSec, toSec }: { readonly fromSec: number | null; readonly toSec: number | null },
): Promise<ChangeCounts> {
  const { db, store } = needs
  const [pairs, lastBeforeMs] = await Promise.all([
    store.auditList.countChanges(db, { fromSec, toSec, limit: pairsMax }),
    fromSec === null ? undefined : store.auditList.findChangeBefore(db, fromSec),
  ])
  const counts = new Map<string, number>()
  for (const { actor, count } of pairs) counts.set(actor, (counts.get(actor) ?? 0) + count)
  const things = await findThings(needs, [...counts.keys()].map(asChange))
  const actors = [...counts].map(([actor, count]) => ({ actor, count, who: tellActor(actor, things) }))
  return {
    actors: actors.sort((one, other) => other.count - one.count || (one.actor < other.actor ? -1 : 1)),
    kinds: byKind(pairs),
    lastBeforeMs,
  }
}

/** Only its actor has a name to be found. */
function asChange(actor: string): NotedChange {
  return { id: 0, happenedAtMs: 0, actor, action: '', object: '', details: {}, origin: null }
}

function byKind(
  pairs: readonly { readonly actor: string; readonly action: string; readonly count: number }[],
): readonly CountedKind[] {
  const kinds = new Map<string, CountedKind>()
  for (const { actor, action, count } of pairs) {
    const kind = findAuditRow(action)?.kind ?? null
    const key = JSON.stringify([actor, kind])
    kinds.set(key, { actor, kind, count: count + (kinds.get(key)?.count ?? 0) })
  }
  return [...kinds.values()]
}
