import { subnetOf, prefixOf } from '@quoin/core/devices/subnet.ts'
import type { Keyring } from '../../ports/ports.ts'
import type { Sighting } from '../../ports/writes.ts'

/** A user's device, subnet and prefix, as they are kept: HMACs in hexadecimal. */
export interface SightingKeys {
  readonly device: string
  readonly user: string
  /** Its first half is the key of the prefix. */
  readonly subnet: string | undefined
  readonly prefix: string | undefined
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
    ...keyAddress(keyring, sighting),
  }
}

/** Where the user is, as far as their address is known. */
export function keyAddress(
  keyring: Keyring,
  { app, isTest, endUserAddress }: Sighting,
): Pick<SightingKeys, 'subnet' | 'prefix'> {
  const scope = { appId: app.id, isTest }
  return subnetAndPrefix(endUserAddress === undefined ? undefined : keySubnet(keyring, scope, endUserAddress))
}

/** Tells whether fingerprint_data is what is kept already. */
export function keyData(keyring: Keyring, json: string): string {
  return keyring.digestHex('device-data', json).slice(0, keyDigits)
}

/** A subnet's key as it is stored, with the key of its prefix. */
export function subnetAndPrefix(subnet: string | undefined): Pick<SightingKeys, 'subnet' | 'prefix'> {
  return { subnet, prefix: subnet?.slice(0, keyDigits / 2) }
}

export function keySubnet(keyring: Keyring, scope: KeyScope, address: string): string | undefined {
  const subnet = subnetOf(address)
  if (subnet === undefined) return undefined
  const prefix = prefixOf(address)
  const key = keyOf(keyring, scope, { noun: 'line', text: subnet })
  if (prefix === subnet) return key
  return (
    keyOf(keyring, scope, { noun: 'line', text: prefix }).slice(0, keyDigits / 2) + key.slice(keyDigits / 2)
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
