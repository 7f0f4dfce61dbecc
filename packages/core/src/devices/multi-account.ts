import type { MultiAccountMode } from '../apps/app.ts'
import {
  type Appearance,
  type DeviceFacts,
  type DeviceLinks,
  describeDevice,
  isCrowd,
} from './device-graph.ts'

interface MultiAccountRule {
  /** How many other users make it multi-accounting: 1 is the contract's literal reading. */
  readonly threshold: number
  /** How far back an other user counts. */
  readonly windowMs: number
  /** `colocated`: others count only on the user's own subnet. */
  readonly mode: MultiAccountMode
}

/**
 * Spec §2.5, "the device is linked to other user IDs". Only where the subnets are known to be a crowd's does
 * the hash prove nothing by itself: then others count only on the user's own subnet.
 */
export function isMultiAccounting(
  links: DeviceLinks,
  appearance: Appearance,
  { threshold, windowMs, mode }: MultiAccountRule,
  { users, prefixesKnown }: Pick<DeviceFacts, 'users' | 'prefixesKnown'> = describeDevice(links, appearance),
): boolean {
  const { user, seenAtMs } = appearance
  const ownSubnet = links.get(user)?.subnet ?? appearance.subnet
  const mustShareSubnet = mode === 'colocated' || isCrowd({ users, prefixes: prefixesKnown })
  let others = 0
  for (const [other, link] of links) {
    if (other === user || link.lastSeenAtMs < seenAtMs - windowMs) continue
    if (!mustShareSubnet || (link.subnet !== undefined && link.subnet === ownSubnet)) others += 1
  }
  return others >= threshold
}
