import { callbackSecretPurpose } from '@quoin/core/callbacks/endpoint.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import type { Ports } from '../../../ports/ports.ts'
import { getLivingEndpoint } from '../endpoints/change-endpoint.ts'
import { buildClassic } from '../requests/build-classic.ts'
import { buildCallbackRequest } from '../requests/build-request.ts'
import { makeUp, type TestRequest } from '../test-callback.ts'
import { atMoment } from './at-moment.ts'
import { classicMistakes } from './classic-mistakes.ts'
import type { Mistake } from './mistake.ts'
import { nativeMistakes } from './native-mistakes.ts'

interface SignatureQuestion extends TestRequest {
  /** The moment that the signature was shown of. */
  readonly atSec: number
  /** The signature that the receiver computed. */
  readonly given: string
}

interface SignatureVerdict {
  readonly isSame: boolean
  /** Null where it is the same, or none of the known ones. */
  readonly mistake: (Omit<Mistake, 'digests' | 'texts' | 'name'> & Difference) | null
  /** In words. */
  readonly tried: readonly string[]
}

interface Difference {
  /** Around the first character that differs. Null where it is not the text that does. */
  readonly sent: string | null
  readonly signed: string | null
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'keyring' | 'newId'>

/**
 * Compares what a receiver computed with the signature of the very request that was shown, and where they differ, with
 * what comes of the mistakes that are made most. It tells whether, never what: nobody learns to sign by it.
 */
export async function checkSignature(
  needs: Needs,
  { endpointId, atSec, given, ...sample }: SignatureQuestion,
): Promise<SignatureVerdict> {
  const endpoint = await getLivingEndpoint(needs, endpointId)
  const then = atMoment(needs, atSec)
  const [facts] = await makeUp(then, { endpoint, ...sample })
  if (facts === undefined) throw invalidRequest('There is nothing to sign.')
  const built = buildCallbackRequest(needs, { facts, endpoint, sentAtMs: then.clock.nowMs() })
  if (built.kind === 'unsendable') throw invalidRequest(built.reason)
  const { request } = built
  const open = (sealed: Uint8Array | null) =>
    sealed === null ? null : (needs.keyring.open(callbackSecretPurpose, sealed) ?? null)
  const secret = open(endpoint.secrets.currentSealed)
  if (endpoint.format === 'native') {
    const right = (request.headers['webhook-signature'] ?? '').split(' ')
    const previous = open(endpoint.secrets.previousSealed)
    return judge(given, right, nativeMistakes(request, { secret: secret ?? '', previous }))
  }
  const { signature } = buildClassic({ facts, endpoint, secret })
  if (signature === null) throw invalidRequest('Nothing signs the callbacks of this endpoint.')
  return judge(given, [signature.digest], classicMistakes(signature))
}

function judge(text: string, right: readonly string[], mistakes: readonly Mistake[]): SignatureVerdict {
  const given = bare(text)
  if (right.some((one) => bare(one) === given || one === text.trim()))
    return { isSame: true, mistake: null, tried: [] }
  const found = mistakes.find(({ digests }) => digests.some((digest) => bare(digest) === given))
  if (found === undefined)
    return { isSame: false, mistake: null, tried: [...new Set(mistakes.map(({ name }) => name))] }
  const { digests: _digests, name: _name, texts, ...mistake } = found
  const difference = texts === undefined ? { sent: null, signed: null } : differenceOf(texts)
  return { isSame: false, mistake: { ...mistake, ...difference }, tried: [] }
}

/** A digest without the mark of its version. */
function bare(text: string): string {
  return text.trim().replace(/^(?:v1a?,|sha\d+=)/, '')
}

const shownAround = 12

function differenceOf({ sent, signed }: { readonly sent: string; readonly signed: string }): Difference {
  let place = 0
  while (place < sent.length && sent[place] === signed[place]) place += 1
  const start = Math.max(0, place - shownAround)
  const part = (text: string) => text.slice(start, place + shownAround).toWellFormed()
  return { sent: part(sent), signed: part(signed) }
}
