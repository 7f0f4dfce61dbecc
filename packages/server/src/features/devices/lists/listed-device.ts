import { type Awaitable, whenSettled } from '@quoin/core/awaitable.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { UserInMode } from '../../../ports/users.ts'
import type { ListNeeds } from './blocked-keys.ts'
import { keyOf, type KeyScope } from '../key-sighting.ts'
import { keepKeyed } from './keyed-lists.ts'

/** The hash of a device as the lists have it, where they say anything of it: the graph knows devices by their keys. */
export function nameListedDevice(
  { snapshots, keyring }: ListNeeds & Pick<Ports, 'keyring'>,
  scope: KeyScope,
  device: string,
): string | undefined {
  const lists = snapshots.lists()
  const hashes = lists.listDevices(scope.appId)
  if (hashes.length === 0) return undefined
  const byKey = keepKeyed(lists, `devices:${scope.appId}:${scope.isTest}`, () => {
    return new Map(hashes.map((hash) => [keyOf(keyring, scope, { noun: 'device', text: hash }), hash]))
  })
  return byKey.get(device)
}

/**
 * The listed device that a user was last seen on. Where no list names a device nobody is asked; where it cannot be
 * found out a visitor does not wait for it, since the conversion is judged again.
 */
export function findListedDevice(
  ports: ListNeeds & Pick<Ports, 'keyring' | 'lastDevices' | 'log'>,
  user: UserInMode,
): Awaitable<string | undefined> {
  const { snapshots, lastDevices, log } = ports
  if (snapshots.lists().listDevices(user.appId).length === 0) return undefined
  return whenSettled(
    () => lastDevices.of(user),
    (device) => (device === undefined ? undefined : nameListedDevice(ports, user, device)),
    (error) => {
      log.debug({ err: error }, "a user's device could not be read")
      return undefined
    },
  )
}
