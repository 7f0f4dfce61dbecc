import { lineOf, siteOf } from '@quoin/core/devices/shared-line.ts'
import type { Keyring } from '../../ports/ports.ts'
import type { Sighting } from '../../ports/writes.ts'

/** A user's device, subnet and prefix, as they are kept: HMACs in hexadecimal. */
export interface SightingKeys {
  readonly device: string
  readonly user: string
  /** Its first half is the key of the site. */
  readonly line: string | undefined
  readonly site: string | undefined
}

/**
 * Keys belong to one app and one mode: nothing links a person across publishers, and a publisher's tests do
 * not make their users multi-accounting.
 */
export interface KeyScope {
  readonly appId: number
  readonly isTest: boolean
}

/** Half of an HMAC: 16 bytes. */
const keyDigits = 32

export function keySighting(keyring: Keyring, sighting: Sighting): SightingKeys {
  const scope = { appId: sighting.app.id, isTest: sighting.isTest }
  return {
    device: keyOf(keyring, scope, { noun: 'device', text: sighting.fingerprintHash }),
    user: keyOf(keyring, scope, { noun: 'user', text: sighting.userId }),
    ...keyPlace(keyring, sighting),
  }
}

/** Where the user is, as far as their address is known. */
export function keyPlace(
  keyring: Keyring,
  { app, isTest, endUserAddress }: Sighting,
): Pick<SightingKeys, 'line' | 'site'> {
  const scope = { appId: app.id, isTest }
  return placeOf(endUserAddress === undefined ? undefined : keyLine(keyring, scope, endUserAddress))
}

/** Tells whether fingerprint_data is what is kept already. */
export function keyData(keyring: Keyring, json: string): string {
  return keyring.digestHex('device-data', json).slice(0, keyDigits)
}

/** A line's key as it is stored, with the key of its site. */
export function placeOf(line: string | undefined): Pick<SightingKeys, 'line' | 'site'> {
  return { line, site: line?.slice(0, keyDigits / 2) }
}

export function keyLine(keyring: Keyring, scope: KeyScope, address: string): string | undefined {
  const line = lineOf(address)
  if (line === undefined) return undefined
  const site = siteOf(address)
  const key = keyOf(keyring, scope, { noun: 'line', text: line })
  if (site === line) return key
  return (
    keyOf(keyring, scope, { noun: 'line', text: site }).slice(0, keyDigits / 2) + key.slice(keyDigits / 2)
  )
}

/** The name under which one user's devices and assessments are kept. */
export function keyUser(
  keyring: Keyring,
  { userId, ...scope }: KeyScope & { readonly userId: string },
): string {
  return keyOf(keyring, scope, { noun: 'user', text: userId })
}

export function keyOf(
  keyring: Keyring,
  { appId, isTest }: KeyScope,
  { noun, text }: { readonly noun: 'device' | 'user' | 'line'; readonly text: string },
): string {
  const scope = isTest ? `${appId}:test` : String(appId)
  return keyring.digestHex(`${noun}:${scope}`, text).slice(0, keyDigits)
}
