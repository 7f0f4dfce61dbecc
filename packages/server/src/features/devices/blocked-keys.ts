import type { ListEntry } from '@quoin/core/list-entry.ts'
import type { Ports } from '../../ports.ts'
import { keyOf, type KeyScope } from './key-sighting.ts'

/** Whom the lists block, under the keys of one app and mode. */
export interface BlockedKeys {
  readonly devices: Pick<ReadonlySet<string>, 'has'>
  readonly users: Pick<ReadonlySet<string>, 'has'>
}

/** Of the snapshots, only the lists: a command has no others. */
export interface ListNeeds {
  readonly snapshots: Pick<Ports['snapshots'], 'lists'>
}

/** When each key's entry ends; null: never. */
type Ends = ReadonlyMap<string, number | null>

interface KeyedEnds {
  readonly devices: Ends
  readonly users: Ends
}

/** Lists are kept in the clear and the graph is keyed, so that they are compared under keys, made once per list. */
const made = new WeakMap<object, Map<string, KeyedEnds>>()

export function findBlockedKeys(
  { snapshots, keyring }: ListNeeds & Pick<Ports, 'keyring'>,
  scope: KeyScope,
  nowMs: number,
): BlockedKeys {
  const lists = snapshots.lists()
  const byScope = made.get(lists) ?? new Map<string, KeyedEnds>()
  made.set(lists, byScope)
  const id = `${scope.appId}:${scope.isTest}`
  const known = byScope.get(id)
  if (known !== undefined) return inForce(known, nowMs)
  const { devices, users } = lists.listBlocked(scope.appId, nowMs)
  const keysOf = (noun: 'device' | 'user', entries: readonly ListEntry[]): Ends => {
    const ends = new Map<string, number | null>()
    for (const { value, expiresAtMs } of entries) {
      const key = keyOf(keyring, scope, { noun, text: value })
      // The app and the platform may both have an entry: the later end counts.
      const other = ends.get(key)
      ends.set(key, other === undefined ? expiresAtMs : laterOf(other, expiresAtMs))
    }
    return ends
  }
  const keys = { devices: keysOf('device', devices), users: keysOf('user', users) }
  byScope.set(id, keys)
  return inForce(keys, nowMs)
}

function laterOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.max(one, other)
}

/** An entry ends by itself: nothing is read again for it. */
function inForce({ devices, users }: KeyedEnds, nowMs: number): BlockedKeys {
  const isIn = (ends: Ends) => ({
    has(key: string): boolean {
      const endsAtMs = ends.get(key)
      return endsAtMs === null || (endsAtMs !== undefined && endsAtMs > nowMs)
    },
  })
  return { devices: isIn(devices), users: isIn(users) }
}
