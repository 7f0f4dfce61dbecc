import type { MultiAccountMode } from '../apps/app-settings.ts'
import {
  type Appearance,
  type DeviceFacts,
  type DeviceLinks,
  describeDevice,
  isSharedByStrangers,
} from './device-graph.ts'

interface MultiAccountRule {
  /** How many other users make it multi-accounting: 1 is the contract's literal reading. */
  readonly threshold: number
  /** How far back an other user counts. */
  readonly windowMs: number
  /** `colocated`: others count only on the user's own subnet. */
  readonly mode: MultiAccountMode
}

/** The evidence about a device beyond its links. */
interface KnownOfDevice {
  readonly facts?: DeviceFacts | undefined
  /** Whether the submission is that of a build whose machines can not be told apart. */
  readonly isCommonBuild?: boolean | undefined
}

/**
 * Spec §2.5, "the device is linked to other user IDs". Only where the subnets are known to be those of strangers does
 * the hash prove nothing by itself: then others count only on the user's own subnet.
 */
export function isMultiAccounting(
  links: DeviceLinks,
  appearance: Appearance,
  { threshold, windowMs, mode }: MultiAccountRule,
  { facts = describeDevice(links, appearance), isCommonBuild = false }: KnownOfDevice = {},
): boolean {
  const { user, seenAtMs } = appearance
  const ownSubnet = links.get(user)?.subnet ?? appearance.subnet
  const mustShareSubnet = mode === 'colocated' || isSharedByStrangers(facts, isCommonBuild)
  let others = 0
  for (const [other, link] of links) {
    if (other === user || link.lastSeenAtMs < seenAtMs - windowMs) continue
    if (!mustShareSubnet || (link.subnet !== undefined && link.subnet === ownSubnet)) others += 1
  }
  return others >= threshold
}
