import { lineOf } from '@quoin/core/risk/shared-line.ts'
import type { Keyring } from '../../ports.ts'
import type { Sighting } from './assess-devices.ts'

/** Who was seen where, as it is kept: HMACs in hexadecimal. */
export interface SightingKeys {
  readonly device: string
  readonly user: string
  readonly line: string | undefined
}

const keyBytes = 16

/**
 * Keys belong to one app and one mode: nothing links a person across publishers, and a publisher's tests do
 * not make his users multi-accounting.
 */
export function keySighting(keyring: Keyring, sighting: Sighting): SightingKeys {
  const { app, isTest, fingerprintHash, userId, endUserAddress } = sighting
  const keyOf = keysOf(keyring, { appId: app.id, isTest })
  const line = endUserAddress === undefined ? undefined : lineOf(endUserAddress)
  return {
    device: keyOf('device', fingerprintHash),
    user: keyOf('user', userId),
    line: line === undefined ? undefined : keyOf('line', line),
  }
}

/** The name under which one user's devices and assessments are kept. */
export function keyUser(
  keyring: Keyring,
  { userId, ...scope }: { appId: number; isTest: boolean; userId: string },
): string {
  return keysOf(keyring, scope)('user', userId)
}

function keysOf(
  keyring: Keyring,
  { appId, isTest }: { appId: number; isTest: boolean },
): (noun: string, text: string) => string {
  const scope = isTest ? `${appId}:test` : String(appId)
  return (noun, text) => keyring.digest(`${noun}:${scope}`, text).toString('hex', 0, keyBytes)
}
