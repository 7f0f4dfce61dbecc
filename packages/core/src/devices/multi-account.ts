import type { MultiAccountMode } from '../apps/app.ts'
import {
  type Appearance,
  type DeviceFacts,
  type DeviceLinks,
  describeDevice,
  isCrowd,
} from './device-graph.ts'

interface MultiAccountRule {
  /** How many other users make it multi-accounting: 1 is the contract's literal reading (spec §2.5). */
  readonly threshold: number
  /** How far back an other user counts. */
  readonly windowMs: number
  /** `colocated`: others count only on the user's own line. */
  readonly mode: MultiAccountMode
}

/**
 * Spec §2.5, "the device is linked to other user IDs". Only where the lines are known to be a crowd's does
 * the hash prove nothing by itself (RISK §4.3): then others count only on the user's own line.
 */
export function isMultiAccounting(
  links: DeviceLinks,
  appearance: Appearance,
  { threshold, windowMs, mode }: MultiAccountRule,
  { users, sitesKnown }: Pick<DeviceFacts, 'users' | 'sitesKnown'> = describeDevice(links, appearance),
): boolean {
  const { user, seenAtMs } = appearance
  const ownLine = links.get(user)?.line ?? appearance.line
  const mustShareLine = mode === 'colocated' || isCrowd({ users, sites: sitesKnown })
  let others = 0
  for (const [other, link] of links) {
    if (other === user || link.lastSeenAtMs < seenAtMs - windowMs) continue
    if (!mustShareLine || (link.line !== undefined && link.line === ownLine)) others += 1
  }
  return others >= threshold
}
