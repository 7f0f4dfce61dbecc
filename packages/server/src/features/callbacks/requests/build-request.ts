import {
  type CallbackEndpoint,
  callbackSecretPurpose,
  type EndpointSecrets,
} from '@quoin/core/callbacks/endpoint.ts'
import type { CallbackFacts, OfferNews } from '@quoin/core/callbacks/facts.ts'
import { callbackFormats, signatureSchemeOf, wordsOf } from '../../../dialects/index.ts'
import type { OutgoingRequest } from '../../../ports/outgoing.ts'
import type { Ports } from '../../../ports/ports.ts'
import { buildClassicRequest, leavesItsPath } from './build-classic.ts'
import { buildNativeRequest, buildOfferRequest } from './build-native.ts'

interface CallbackToSend {
  readonly facts: CallbackFacts
  readonly endpoint: CallbackEndpoint
  /** The time of this attempt: a native signature covers it, and receivers refuse what is older than minutes. */
  readonly sentAtMs: number
}

/**
 * A request, or why there can be none: a sentence for the endpoint's owner. Trying again does not help, unless they
 * set the endpoint right in the meantime; `isForGood`: the endpoint is right, and the callback cannot be said.
 */
export type BuiltCallback =
  | { readonly kind: 'request'; readonly request: OutgoingRequest }
  | { readonly kind: 'unsendable'; readonly reason: string; readonly isForGood: boolean }

/** Writes and signs what is sent to an endpoint about one step of a conversion. Needs no database. */
export function buildCallbackRequest(
  { keyring }: Pick<Ports, 'keyring'>,
  { facts, endpoint, sentAtMs }: CallbackToSend,
): BuiltCallback {
  const secrets = openSecrets(keyring, endpoint.secrets, sentAtMs)
  if (secrets === undefined) {
    return unsendable(sealedOtherwise)
  }
  if (endpoint.format === 'native') {
    if (secrets.length === 0) return unsendable(noSecret)
    return { kind: 'request', request: buildNativeRequest({ keyring, facts, endpoint, secrets, sentAtMs }) }
  }
  if (!callbackFormats.includes(endpoint.format)) {
    return unsendable(`The format "${endpoint.format}" is not known.`)
  }
  if (wordsOf(endpoint.format)[facts.status] === undefined) {
    return unsendable(`The format "${endpoint.format}" has no word for ${facts.status}.`)
  }
  const secret = secrets[0] ?? null
  if (secret === null && signatureSchemeOf(endpoint) !== null) {
    return unsendable(noSecret)
  }
  if (leavesItsPath({ facts, endpoint })) {
    return unsendable('A value in the path is "." or "..", which would lead to another path.', true)
  }
  return { kind: 'request', request: buildClassicRequest({ facts, endpoint, secret }) }
}

/** The same about offers, which native callbacks alone tell of. */
export function buildOfferCallback(
  { keyring }: Pick<Ports, 'keyring'>,
  { news, endpoint, sentAtMs }: Omit<CallbackToSend, 'facts'> & { readonly news: OfferNews },
): BuiltCallback {
  if (endpoint.format !== 'native') {
    return unsendable('Only native callbacks tell of offers.', true)
  }
  const secrets = openSecrets(keyring, endpoint.secrets, sentAtMs)
  if (secrets === undefined) return unsendable(sealedOtherwise)
  if (secrets.length === 0) return unsendable(noSecret)
  return { kind: 'request', request: buildOfferRequest({ keyring, news, endpoint, secrets, sentAtMs }) }
}

const sealedOtherwise = 'The secret of the endpoint cannot be opened with the present QUOIN_SECRET.'
const noSecret = 'The endpoint has no secret to sign with.'

function unsendable(reason: string, isForGood = false): BuiltCallback {
  return { kind: 'unsendable', reason, isForGood }
}

/** Undefined when a secret that should sign cannot be opened. */
function openSecrets(
  keyring: Ports['keyring'],
  { currentSealed, previousSealed, previousUntilMs }: EndpointSecrets,
  nowMs: number,
): readonly string[] | undefined {
  const isPreviousDue = previousSealed !== null && previousUntilMs !== null && nowMs < previousUntilMs
  const secrets: string[] = []
  for (const sealed of [currentSealed, isPreviousDue ? previousSealed : null]) {
    if (sealed === null) continue
    const secret = keyring.open(callbackSecretPurpose, sealed)
    if (secret === undefined) return undefined
    secrets.push(secret)
  }
  return secrets
}
