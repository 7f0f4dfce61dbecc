import { findLoneArrival } from '@quoin/core/devices/alike-arrivals.ts'
import type { AppearanceFacts } from '@quoin/core/devices/link-graph.ts'
import { readLikeness } from '@quoin/core/risk/machine.ts'
import type { Ports } from '../../../ports/ports.ts'
import { keyData } from '../key-sighting.ts'
import type { KeyedSighting } from './keyed-sighting.ts'

/**
 * How many others are alike, as far as this process has seen them; the user is kept among them where they arrive. Keys
 * of subnets belong to one app, so that apps do not see each other here either.
 */
export function countAlike(
  { alikeArrivals, keyring }: Pick<Ports, 'alikeArrivals' | 'keyring'>,
  row: KeyedSighting,
  appeared: AppearanceFacts,
): number {
  const lone = findLoneArrival(appeared, row, () => {
    const likeness = readLikeness(row.sighting.data)
    return likeness && { key: `${row.prefix} ${keyData(keyring, likeness.text)}`, isWhole: likeness.isWhole }
  })
  if (lone !== undefined) alikeArrivals.note(lone)
  return alikeArrivals.countOthers(row.user)
}
