import { normalizeAddress } from '@quoin/core/detect/address.ts'
import type { DeviceLink, DeviceLinks } from '@quoin/core/devices/device-graph.ts'
import { variantOf } from '@quoin/core/risk/fingerprint/variant-of.ts'
import { hourMs } from '@quoin/core/time/durations.ts'
import type { DeviceSnapshot } from '../../../ports/devices.ts'
import type { Ports } from '../../../ports/ports.ts'
import { keyData, keyAddress } from '../key-sighting.ts'
import { clickedFrom, type Traces } from '../load-activities.ts'
import type { KeyedSighting } from './keyed-sighting.ts'
import type { Sighting } from '../../../ports/writes.ts'

/**
 * When somebody was last seen on a device is kept to this: what depends on it (the window of is_multi_accounting, who
 * gives way on a full device, retention) counts in days.
 */
const noteAgainMs = hourMs

/**
 * A server that passes no address on: the user's own last click says where they are. It says nothing of their browser,
 * since they may click on another device.
 */
export function locate(keyring: Ports['keyring'], row: KeyedSighting, traces: Traces): KeyedSighting {
  if (row.sighting.endUserAddress !== undefined) return row
  const address = clickedFrom(traces, row.seenAtMs)
  if (address === undefined) return row
  const sighting = { ...row.sighting, endUserAddress: normalizeAddress(address) }
  return { ...row, sighting, ...keyAddress(keyring, sighting) }
}

/** Whether the user is not on the device yet, or is to be noted again: others' answers depend on it. */
export function bringsOtherLink(known: DeviceLink | undefined, { subnet, seenAtMs }: KeyedSighting): boolean {
  if (known === undefined || seenAtMs - known.lastSeenAtMs > noteAgainMs) return true
  return subnet !== undefined && subnet !== known.subnet
}

/** The lines that the user is known on by this submission: the one they come from, and the last one on this device. */
export function linesOf(
  links: DeviceLinks,
  { user, prefix }: KeyedSighting,
): readonly (string | undefined)[] {
  return [prefix, links.get(user)?.prefix]
}

/** Whether the submission has other fingerprint_data than is kept of the device. */
export function bringsOtherData(
  keyring: Ports['keyring'],
  kept: { readonly dataDigest: string | undefined },
  { dataJson }: KeyedSighting,
): boolean {
  return dataJson !== null && keyData(keyring, dataJson) !== kept.dataDigest
}

/** The digest of how a submission describes its device; undefined where it has no fingerprint_data. */
export function describedAs(
  { isBot }: Pick<Ports, 'isBot'>,
  { dataJson, sighting }: KeyedSighting,
): number | undefined {
  if (dataJson === null) return undefined
  return variantOf(sighting.data, { userAgent: sighting.endUserAgent, isBot })
}

/**
 * Whether the user has not described the device like this before: of two users who take turns on one hash, the second
 * sends what is kept of it already. The data are those of the snapshot, so that each of them is read once.
 */
export function bringsOtherVariant(
  ports: Pick<Ports, 'isBot'>,
  { score, links }: Pick<DeviceSnapshot, 'score' | 'links'>,
  row: KeyedSighting,
): boolean {
  if (row.dataJson === null) return false
  const { endUserAgent: userAgent } = row.sighting
  if (score.variant === undefined || score.variant.userAgent !== userAgent) {
    score.variant = { userAgent, digest: describedAs(ports, row) }
  }
  const { digest } = score.variant
  return links.get(row.user)?.variants?.some((one) => one.digest === digest) !== true
}

/** As JSON; null where nothing was sent. */
export function dataOf({ data, dataJson }: Pick<Sighting, 'data' | 'dataJson'>): string | null {
  const json = dataJson ?? JSON.stringify(data ?? {})
  return json === '{}' ? null : json
}
