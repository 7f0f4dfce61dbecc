import {
  type CallbackEndpoint,
  callbackSecretPurpose,
  type SignatureScheme,
} from '@quoin/core/callbacks/endpoint.ts'
import type { CallbackFacts } from '@quoin/core/callbacks/facts.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import type { OutgoingRequest } from '../../ports/outgoing.ts'
import type { Ports } from '../../ports/ports.ts'
import { buildClassic } from './requests/build-classic.ts'
import { nativeText } from './requests/build-native.ts'
import { buildCallbackRequest } from './requests/build-request.ts'
import { getLivingEndpoint } from './endpoints/change-endpoint.ts'
import { draftEndpoint, type EndpointChoices, isSigned, makeSecret } from './endpoints/set-endpoint.ts'
import { isSecretName, masked, maskRequest, maskUrl } from './requests/mask-request.ts'
import { type ClassicMessage, signedText } from './requests/sign-classic.ts'
import { makeUp, type TestRequest } from './test-callback.ts'

/** How one callback is signed, step by step, for whoever writes its receiver. */
export interface SignaturePreview {
  readonly status: CallbackFacts['status']
  /** Null: nothing signs. */
  readonly hash: string | null
  readonly encoding: string | null
  /** Where the digest goes. */
  readonly into: SignatureScheme['into'] | null
  /** Exactly what is hashed, except that `***` stands for the secret, and for secrets of the endpoint's own address. */
  readonly signedText: string | null
  readonly digest: string | null
  readonly method: OutgoingRequest['method']
  readonly url: string
  readonly headers: OutgoingRequest['headers']
  readonly body: string | null
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'keyring' | 'newId'>

/**
 * Signs a made-up conversion as it would be sent to an endpoint, and sends nothing. The samples are marked as tests.
 * Throws RESOURCE_NOT_FOUND, and INVALID_REQUEST where the format cannot say it.
 */
export async function previewSignature(
  needs: Needs,
  { endpointId, ...sample }: TestRequest,
): Promise<readonly SignaturePreview[]> {
  const endpoint = await getLivingEndpoint(needs, endpointId)
  const facts = await makeUp(needs, { endpoint, ...sample })
  return facts.map((one) => previewOf(needs, endpoint, one))
}

interface DraftPreview extends Omit<TestRequest, 'endpointId'> {
  readonly appId: number
  readonly name: string
  readonly choices: EndpointChoices
}

/** The same of an endpoint as it would be set. Where it has no secret yet, a made-up one signs. */
export async function previewDraft(
  needs: Needs & Pick<Ports, 'outgoing' | 'random'>,
  { appId, name, choices, ...sample }: DraftPreview,
): Promise<readonly SignaturePreview[]> {
  const { setup, existing } = await draftEndpoint(needs, { appId, name, choices })
  const isKept =
    existing?.secrets.currentSealed != null && (existing.format === 'native') === (setup.format === 'native')
  const sealed = isSigned(setup)
    ? needs.keyring.seal(callbackSecretPurpose, makeSecret(needs, setup.format))
    : null
  const madeUp = { currentSealed: sealed, previousSealed: null, previousUntilMs: null }
  const endpoint = { ...setup, id: existing?.id ?? 0, secrets: isKept ? existing.secrets : madeUp }
  const facts = await makeUp(needs, { endpoint, ...sample })
  return facts.map((one) => previewOf(needs, endpoint, one))
}

function previewOf(
  { keyring, clock }: Pick<Needs, 'keyring' | 'clock'>,
  endpoint: CallbackEndpoint,
  facts: CallbackFacts,
): SignaturePreview {
  const built = buildCallbackRequest({ keyring }, { facts, endpoint, sentAtMs: clock.nowMs() })
  if (built.kind === 'unsendable') throw invalidRequest(built.reason)
  const { request } = built
  if (endpoint.format === 'native') {
    const into = { header: 'webhook-signature' }
    const digest = request.headers[into.header] ?? null
    const how = { hash: 'hmac_sha256, ed25519', encoding: 'base64', into, signedText: nativeText(request) }
    return { status: facts.status, ...how, digest, ...shown(request, into) }
  }
  const { currentSealed } = endpoint.secrets
  const secret = currentSealed === null ? null : (keyring.open(callbackSecretPurpose, currentSealed) ?? null)
  const { signature } = buildClassic({ facts, endpoint, secret })
  if (signature === null) {
    const unsigned = { hash: null, encoding: null, into: null, signedText: null, digest: null }
    return { status: facts.status, ...unsigned, ...shown(request, null) }
  }
  const { scheme, message, digest } = signature
  const shownRequest = shown(request, scheme.into)
  const shownMessage = withoutSecrets({ ...message, body: shownRequest.body ?? '' })
  return {
    status: facts.status,
    hash: scheme.hash,
    encoding: scheme.encoding ?? 'hex',
    into: scheme.into,
    signedText: signedText(scheme, shownMessage).replaceAll(message.secret, masked),
    digest,
    ...shownRequest,
    // Nobody should, but somebody does write the secret into the address.
    url: shownRequest.url.replaceAll(message.secret, masked),
    body: shownRequest.body?.replaceAll(message.secret, masked) ?? null,
  }
}

type ShownRequest = Pick<SignaturePreview, 'method' | 'url' | 'headers' | 'body'>

function shown(request: OutgoingRequest, into: SignatureScheme['into'] | null): ShownRequest {
  const place = into === null ? undefined : 'parameter' in into ? into.parameter : into.header
  // Here the signature is what one wants to see, and it proves nothing but a made-up conversion.
  return maskRequest(request, { signatureNames: [], shownNames: place === undefined ? [] : [place] })
}

/** The message as it may be shown: what it says is there, what proves something is not. */
function withoutSecrets(message: ClassicMessage): ClassicMessage {
  const { url, query } = message
  return {
    ...message,
    url: maskUrl(url),
    query: query.map(([name, value]) => [name, isSecretName(name) ? masked : value]),
    secret: masked,
  }
}
