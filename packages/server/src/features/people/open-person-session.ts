import { sessionLifeSec } from '@quoin/core/people/session-life.ts'
import type { Browser } from '../../ports/people.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Transaction } from '../../store/pg/db.ts'
import { noteChange } from '../audit/note-change.ts'

const tokenBytes = 32

export interface OpenSessionNeeds extends Pick<Ports, 'store' | 'clock' | 'random' | 'newId'> {
  readonly authenticator: Pick<Ports['authenticator'], 'writeCookies'>
}

interface Opened {
  readonly personId: string
  readonly email: string
  readonly browser: Browser
}

/**
 * A new session of somebody who has proved themselves otherwise than by their password, in the transaction of that proof:
 * what they have used for it is not used up without one. Returns the cookies that the browser must get.
 */
export async function openPersonSession(
  { store, clock, random, newId, authenticator }: OpenSessionNeeds,
  tx: Transaction,
  { personId, email, browser }: Opened,
): Promise<readonly string[]> {
  const nowMs = clock.nowMs()
  const token = random(tokenBytes).toString('base64url')
  const { address, userAgent } = browser
  await store.peopleSessions.insertSession(tx, {
    id: newId(),
    personId,
    token,
    address,
    userAgent,
    nowMs,
    expiresAtMs: nowMs + sessionLifeSec * 1000,
  })
  return authenticator.writeCookies({ token, email }, browser)
}

/** Leaves a trace of a sign-in. */
export async function noteSignIn(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  db: Transaction | Ports['db'],
  given: { readonly personId: string; readonly email: string; readonly how: 'password' | 'link' },
): Promise<void> {
  const { personId, email, how } = given
  await noteChange({ store, clock, actor: `person:${email}` }, db, {
    action: 'person.signed_in',
    object: `person:${personId}`,
    details: { how },
  })
}
