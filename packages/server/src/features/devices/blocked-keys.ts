import type { Ports } from '../../ports.ts'
import { keyOf, type KeyScope } from './key-sighting.ts'

/** Whom the lists block, under the keys of one app and mode. */
export interface BlockedKeys {
  readonly devices: ReadonlySet<string>
  readonly users: ReadonlySet<string>
}

/** Of the snapshots, only the lists: a command has no others. */
export interface ListNeeds {
  readonly snapshots: Pick<Ports['snapshots'], 'lists'>
}

/** Lists are kept in the clear and the graph is keyed, so that they are compared under keys, made once per list. */
const made = new WeakMap<object, Map<string, BlockedKeys>>()

export function findBlockedKeys(
  { snapshots, keyring }: ListNeeds & Pick<Ports, 'keyring'>,
  scope: KeyScope,
  nowMs: number,
): BlockedKeys {
  const lists = snapshots.lists()
  const byScope = made.get(lists) ?? new Map<string, BlockedKeys>()
  made.set(lists, byScope)
  const id = `${scope.appId}:${scope.isTest}`
  const known = byScope.get(id)
  if (known !== undefined) return known
  const { devices, users } = lists.listBlocked(scope.appId, nowMs)
  const keys = {
    devices: new Set(devices.map((hash) => keyOf(keyring, scope, { noun: 'device', text: hash }))),
    users: new Set(users.map((user) => keyOf(keyring, scope, { noun: 'user', text: user }))),
  }
  byScope.set(id, keys)
  return keys
}
