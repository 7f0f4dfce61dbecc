import type { ApiKey, App } from '@quoin/core/apps/app.ts'
import { invalidApiKey } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import { authenticateKey } from '../credentials/authenticate.ts'
import { readSession } from '../credentials/open-session.ts'
import { isSigned } from '../tracking/sign-links.ts'

/** The proof that an address of the wall carries: a session, or a key with a user id. */
interface WallPass {
  readonly session: string | undefined
  readonly apiKey: string | undefined
  readonly userId: string | undefined
  readonly subId: string | undefined
  readonly sig: string | undefined
}

/** Someone on the wall, and how they proved who they are. */
export interface WallVisit {
  readonly app: App
  readonly key: ApiKey
  readonly userId: string
  readonly subId: string | undefined
  readonly isTest: boolean
  /** By a session: what they did is shown to nobody else. */
  readonly isSigned: boolean
  /** Whether a phone may go on with it. */
  readonly mayHandOn: boolean
  /** As the session says, in the app's currency. */
  readonly balance: string | null
  readonly pending: string | null
}

type Needs = Pick<Ports, 'clock' | 'keyring' | 'snapshots' | 'usage'>

/** In place of an offer in the signature of a wall's address: no offer has it. */
const noOffer = 0

/**
 * Lets a visitor in as the app asks for. Throws INVALID_API_KEY for a bad key, a session that has ended, and a proof that
 * the app does not take.
 */
export function enterWall(ports: Needs, pass: WallPass): WallVisit {
  if (pass.session !== undefined) {
    const { isHandedOn, ...session } = readSession(ports, pass.session)
    const isTest = session.key.mode === 'test'
    return { ...session, subId: pass.subId, isTest, isSigned: true, mayHandOn: !isHandedOn }
  }
  const { app, key } = authenticateKey(ports, pass.apiKey)
  const { userId = '', subId, sig = '' } = pass
  const { proof } = app.wall
  if (proof === 'session') throw invalidApiKey('This app opens its wall by sessions only.')
  // A wall that signs links for whoever names a user would make the signature worthless.
  const mustBeSigned = proof === 'signed' || app.signedLinks === 'required'
  const address = { apiKey: key.key, offerId: noOffer, userId, subId, signature: sig }
  if (mustBeSigned && !isSigned(ports, app, address)) {
    throw invalidApiKey('The address of the wall is not signed, or it was changed.')
  }
  return {
    app,
    key,
    userId,
    subId,
    isTest: key.mode === 'test',
    isSigned: false,
    mayHandOn: false,
    balance: null,
    pending: null,
  }
}
