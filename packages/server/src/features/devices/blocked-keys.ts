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

type Noun = 'device' | 'user'

/** Some 60 MB. With more apps and blocks than that the keys of an app are made again when it comes. */
const keysMax = 500_000

/** Of one state of the lists, by app, mode and noun; the first one made gives way. */
class KeyedLists {
  readonly #made = new Map<string, Ends>()
  #keys = 0

  find(id: string): Ends | undefined {
    return this.#made.get(id)
  }

  keep(id: string, ends: Ends): void {
    this.#made.set(id, ends)
    this.#keys += ends.size
    for (const [oldest, { size }] of this.#made) {
      if (this.#keys <= keysMax || oldest === id) return
      this.#made.delete(oldest)
      this.#keys -= size
    }
  }
}

const keyedLists = new WeakMap<object, KeyedLists>()

/**
 * Lists are kept in the clear and the graph is keyed, so that they are compared under keys, made once per list and app:
 * when somebody is first asked about, since most users have no neighbours.
 */
export function findBlockedKeys(
  needs: ListNeeds & Pick<Ports, 'keyring'>,
  scope: KeyScope,
  nowMs: number,
): BlockedKeys {
  const isIn = (noun: Noun) => ({
    has(key: string): boolean {
      const endsAtMs = endsOf(needs, { scope, noun, nowMs }).get(key)
      // An entry ends by itself: nothing is read again for it.
      return endsAtMs === null || (endsAtMs !== undefined && endsAtMs > nowMs)
    },
  })
  return { devices: isIn('device'), users: isIn('user') }
}

interface Wanted {
  readonly scope: KeyScope
  readonly noun: Noun
  readonly nowMs: number
}

function endsOf(
  { snapshots, keyring }: ListNeeds & Pick<Ports, 'keyring'>,
  { scope, noun, nowMs }: Wanted,
): Ends {
  const lists = snapshots.lists()
  const keyed = keyedLists.get(lists) ?? new KeyedLists()
  keyedLists.set(lists, keyed)
  const id = `${noun}:${scope.appId}:${scope.isTest}`
  const known = keyed.find(id)
  if (known !== undefined) return known
  const { devices, users } = lists.listBlocked(scope.appId, nowMs)
  const ends = new Map<string, number | null>()
  for (const { value, expiresAtMs } of noun === 'device' ? devices : users) {
    const key = keyOf(keyring, scope, { noun, text: value })
    // The app and the platform may both have an entry: the later end counts.
    const other = ends.get(key)
    ends.set(key, other === undefined ? expiresAtMs : laterOf(other, expiresAtMs))
  }
  keyed.keep(id, ends)
  return ends
}

function laterOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.max(one, other)
}
