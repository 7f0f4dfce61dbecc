import { lineOf } from '@quoin/core/risk/shared-line.ts'
import type { Keyring } from '../../ports.ts'
import type { Sighting } from './assess-devices.ts'

/** Who was seen where, as it is kept: HMACs in hexadecimal. */
export interface SightingKeys {
  readonly device: string
  readonly user: string
  readonly line: string | undefined
}

/**
 * Keys belong to one app and one mode: nothing links a person across publishers, and a publisher's tests do
 * not make his users multi-accounting.
 */
export interface KeyScope {
  readonly appId: number
  readonly isTest: boolean
}

const keyBytes = 16

export function keySighting(keyring: Keyring, sighting: Sighting): SightingKeys {
  const { app, isTest, fingerprintHash, userId, endUserAddress } = sighting
  const scope = { appId: app.id, isTest }
  const line = endUserAddress === undefined ? undefined : lineOf(endUserAddress)
  return {
    device: keyOf(keyring, scope, { noun: 'device', text: fingerprintHash }),
    user: keyOf(keyring, scope, { noun: 'user', text: userId }),
    line: line === undefined ? undefined : keyOf(keyring, scope, { noun: 'line', text: line }),
  }
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
  return keyring.digest(`${noun}:${scope}`, text).toString('hex', 0, keyBytes)
}
