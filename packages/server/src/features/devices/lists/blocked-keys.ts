import type { Ports } from '../../../ports/ports.ts'
import { keyOf, type KeyScope } from '../key-sighting.ts'
import { keepKeyed } from './keyed-lists.ts'

/** The users that the lists block, under the keys of one app and mode. */
interface BlockedKeys {
  readonly devices: Pick<ReadonlySet<string>, 'has'>
  readonly users: Pick<ReadonlySet<string>, 'has'>
}

/** The lists are the only snapshot here: a command has no others. */
export interface ListNeeds {
  readonly snapshots: Pick<Ports['snapshots'], 'lists'>
}

/** When each key's entry ends; null: never. */
type Ends = ReadonlyMap<string, number | null>

type Noun = 'device' | 'user'

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
  return keepKeyed(lists, `blocked ${noun}:${scope.appId}:${scope.isTest}`, () => {
    const { devices, users } = lists.listBlocked(scope.appId, nowMs)
    const ends = new Map<string, number | null>()
    for (const { value, expiresAtMs } of noun === 'device' ? devices : users) {
      const key = keyOf(keyring, scope, { noun, text: value })
      // The app and the platform may both have an entry: the later end counts.
      const other = ends.get(key)
      ends.set(key, other === undefined ? expiresAtMs : laterOf(other, expiresAtMs))
    }
    return ends
  })
}

function laterOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.max(one, other)
}
