import { createHash } from 'node:crypto'
import type { Ports } from '../../ports/ports.ts'
import type { Handoff } from '../../store/wall/handoffs.ts'
import { authenticateKey, type KnownKey } from '../credentials/authenticate.ts'
import { openSession } from '../credentials/open-session.ts'
import type { WallVisit } from './enter-wall.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'random' | 'keyring' | 'snapshots' | 'usage'>

/** A visit that waits for its phone, of an app whose key holds. */
export type WaitingVisit = KnownKey & Pick<Handoff, 'userId' | 'path'>

const handoffMs = 10 * 60_000
const phoneSessionSec = 3_600

/** A one-use token that opens a place of this visit on another device, for ten minutes. */
export async function makeHandoff(ports: Needs, visit: WallVisit, path: string): Promise<string> {
  const token = ports.random(16).toString('base64url')
  const nowMs = ports.clock.nowMs()
  await ports.store.handoffs.insertHandoff(ports.db, {
    digest: digestOf(token),
    apiKey: visit.key.key,
    userId: visit.userId,
    path,
    nowMs,
    expiresAtMs: nowMs + handoffMs,
  })
  return token
}

/**
 * The visit that a token opens; undefined when it was used, has ended, or never was. Nothing is used: browsers and
 * messengers look at addresses before their people do. Throws INVALID_API_KEY when the app's key does not hold any more.
 */
export async function findHandoff(ports: Needs, token: string): Promise<WaitingVisit | undefined> {
  const { db, store, clock } = ports
  const found = await store.handoffs.findHandoff(db, { digest: digestOf(token), nowMs: clock.nowMs() })
  return found && { ...authenticateKey(ports, found.apiKey), userId: found.userId, path: found.path }
}

/** Uses a token up: the place, and a session of the visitor; undefined and INVALID_API_KEY as above. */
export async function takeHandoff(
  ports: Needs,
  token: string,
): Promise<(Handoff & { readonly session: string }) | undefined> {
  const { db, store, clock } = ports
  const taken = await store.handoffs.takeHandoff(db, { digest: digestOf(token), nowMs: clock.nowMs() })
  if (taken === undefined) return undefined
  authenticateKey(ports, taken.apiKey)
  const { token: session } = openSession(ports, { ...taken, ttlSec: phoneSessionSec, isHandedOn: true })
  return { ...taken, session }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
