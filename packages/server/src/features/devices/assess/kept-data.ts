import type { Sighting } from '../../../ports/writes.ts'

/**
 * fingerprint_data as it is kept: without whatever repeats the hash, the user or their address, which are stored as
 * HMACs alone. FingerprintJS, for one, has the hash among its data, as `visitorId`.
 */
export function keptData(json: string, sightings: readonly Sighting[]): string {
  const names = new Set(
    sightings.flatMap(({ fingerprintHash, userId, endUserAddress = userId }) => [
      ...[fingerprintHash, userId, endUserAddress],
    ]),
  )
  // Most data has none of them, and need not be read again.
  if (![...names].some((name) => json.includes(JSON.stringify(name)))) return json
  const kept: unknown = JSON.parse(json, (_, value: unknown) =>
    typeof value === 'string' && names.has(value) ? null : value,
  )
  return JSON.stringify(kept)
}
