import {
  type CallbackEndpoint,
  digestEncodings,
  type HashName,
  type SignatureScheme,
  signedParts,
} from '@quoin/core/callbacks/endpoint.ts'
import { endpointEventTypes, offerEventTypes } from '@quoin/core/callbacks/facts.ts'
import { macrosInText, parametersProblem, readParameters } from '@quoin/core/callbacks/fill-text.ts'
import { findCallbackMacro } from '@quoin/core/callbacks/macros.ts'
import { bodyPatternProblem } from '@quoin/core/callbacks/match-body.ts'
import { readWebhookSecret } from '@quoin/core/callbacks/webhook-secret.ts'
import type { FieldProblem } from '@quoin/core/errors.ts'
import { compileTemplateWith, templateProblem } from '@quoin/core/macros/expand.ts'
import { callbackFormats, eventsOf, findDialect } from '../../../dialects/index.ts'
import type { Ports } from '../../../ports/ports.ts'

/** An owner's input, before anything of it is stored. */
export interface EndpointDraft
  extends Pick<
    CallbackEndpoint,
    'format' | 'url' | 'method' | 'parameters' | 'signature' | 'events' | 'success'
  > {
  /** Null: keep the present one, or have none. */
  readonly secret: string | null
}

const isMacro = (written: string): boolean => findCallbackMacro(written) !== undefined

/** Everything that would keep callbacks from being sent, or would send something else than was meant. */
export function endpointProblems(
  { outgoing }: Pick<Ports, 'outgoing'>,
  draft: EndpointDraft,
): readonly FieldProblem[] {
  if (!callbackFormats.includes(draft.format)) {
    return [problem('format', `The format must be one of ${callbackFormats.join(', ')}.`)]
  }
  const found: [field: string, sentence: string | undefined][] = [
    ['url', urlProblem(outgoing, draft)],
    ['method', methodProblem(draft)],
    ['parameters', draft.parameters === null ? undefined : ownParametersProblem(draft, draft.parameters)],
    ['signature', signatureProblem(draft)],
    ['events', eventsProblem(draft)],
    ['okBody', bodyProblem(draft.success.okBody, 'success')],
    ['failureBody', bodyProblem(draft.success.failureBody, 'failure')],
    ['secret', draft.secret === null ? undefined : secretProblem(draft.format, draft.secret)],
  ]
  return found.flatMap(([field, sentence]) => (sentence === undefined ? [] : [problem(field, sentence)]))
}

/** Sentences begin with their field; the problems of a field are told without it, and without the full stop. */
function problem(field: string, sentence: string): FieldProblem {
  const message = sentence.replace(
    /^The (?:URL|format|pattern|parameters|method|signature|events|secret) /,
    '',
  )
  return { field, rule: 'callback', message: message.replace(/\.$/, '') }
}

function urlProblem(outgoing: Ports['outgoing'], { format, url }: EndpointDraft): string | undefined {
  const wrong = templateProblem(url) ?? (url.includes('#') ? fragmentSentence : undefined)
  if (wrong !== undefined) return wrong
  const template = compileTemplateWith(url, findCallbackMacro)
  const [unknown] = template.unknown
  if (unknown !== undefined) return `The URL has a macro that nothing fills: {${unknown}}.`
  if (format === 'native' && template.slots.length > 0)
    return 'The URL must have no macros in a native callback.'
  return outgoing.urlProblem(template.literals.join('0'))
}

const fragmentSentence = 'The URL must not have a fragment (#): it would never be sent.'

function methodProblem({ format, method }: EndpointDraft): string | undefined {
  return format === 'native' && method !== 'POST JSON'
    ? 'The method must be POST JSON in a native callback.'
    : undefined
}

function ownParametersProblem({ format }: EndpointDraft, parameters: string): string | undefined {
  if (format === 'native') return 'The parameters must be left out in a native callback.'
  return parametersProblem(parameters, isMacro)
}

function bodyProblem(pattern: string | null, means: 'success' | 'failure'): string | undefined {
  return pattern === null ? undefined : bodyPatternProblem(pattern, means)
}

function signatureProblem(draft: EndpointDraft): string | undefined {
  const { format, signature } = draft
  if (signature === null) return undefined
  if (format === 'native')
    return 'The signature must be left out in a native callback: Standard Webhooks says it.'
  return signature === 'none' ? undefined : schemeProblem(draft, signature)
}

function schemeProblem(draft: EndpointDraft, scheme: SignatureScheme): string | undefined {
  const { over, into, encoding = 'hex' } = scheme
  if (!digestEncodings.includes(encoding)) {
    return `The signature must be written in ${digestEncodings.join(', ')}.`
  }
  const problem = keyProblem(scheme)
  if (problem !== undefined) return problem
  const wholes = typeof over === 'string' ? [over] : macrosInText(over.text)
  const isGet = draft.method === 'GET'
  if (wholes.includes('url') && !isGet)
    return 'The signature is over the URL, which does not cover the body of a POST.'
  if (wholes.includes('sorted_query') && draft.method === 'POST JSON')
    return 'The signature is over a sorted query, which JSON is not.'
  if (wholes.includes('body') && isGet) return 'The signature is over the body, which a GET does not have.'
  if (wholes.includes('body') && 'parameter' in into)
    return 'The signature is over the body, so it must go into a header: a parameter would change the body.'
  return placeProblem(draft, into)
}

/** Whoever has seen a callback must not be able to make another one. */
function keyProblem({ hash, over }: SignatureScheme): string | undefined {
  // Behind a sorted query stands the secret, where the hash has no key.
  if (over === 'sorted_query' || (typeof over === 'string' && isKeyed(hash))) return undefined
  if (typeof over === 'string') {
    return `The signature has no key in ${hash}, so it must be over a text with {secret}.`
  }
  const written = macrosInText(over.text)
  const unknown = written.find((name) => !isPart(name) && !isMacro(name))
  if (unknown !== undefined) return `The signature has a macro that nothing fills: {${unknown}}.`
  return isKeyed(hash) || written.includes('secret')
    ? undefined
    : 'The signature must be over a text with {secret}.'
}

function isPart(name: string): boolean {
  return signedParts.some((part) => part === name)
}

function isKeyed(hash: HashName): boolean {
  return hash.startsWith('hmac_')
}

function placeProblem(
  { format, parameters }: EndpointDraft,
  into: SignatureScheme['into'],
): string | undefined {
  if ('header' in into) {
    return /^[a-z][a-z\d-]{0,63}$/.test(into.header) && !reservedHeaders.has(into.header)
      ? undefined
      : 'The signature must go into a header with a lower-case name that HTTP does not use itself.'
  }
  if (!/^[\w.-]{1,64}$/.test(into.parameter)) {
    return 'The signature must go into a parameter with a name of letters, digits and _ . -'
  }
  const others = readParameters(parameters ?? findDialect(format)?.parameters ?? '')
  return others.some(({ name }) => name === into.parameter)
    ? 'The signature must go into a parameter that is not there yet.'
    : undefined
}

const reservedHeaders = new Set(
  `connection content-encoding content-length content-type cookie date expect host keep-alive te trailer
  transfer-encoding upgrade user-agent accept accept-encoding authorization proxy-authorization`.split(/\s+/),
)

function eventsProblem({ format, events }: EndpointDraft): string | undefined {
  if (events.length === 0) return 'The events must be at least one.'
  if (events.some((event) => !endpointEventTypes.includes(event))) {
    return `The events must be of ${endpointEventTypes.join(', ')}.`
  }
  const sayable = eventsOf(format)
  const unsayable = events.filter((event) => !sayable.includes(event))
  if (unsayable.some((event) => offerEventTypes.some((one) => one === event))) {
    return `The format ${format} tells of conversions alone: only native callbacks tell of offers.`
  }
  return unsayable.length === 0
    ? undefined
    : `The events can only be ${sayable.join(', ')} in the format ${format}; not ${unsayable.join(', ')}.`
}

const secretLengthMin = 8
const secretLengthMax = 256

function secretProblem(format: string, secret: string): string | undefined {
  if (format === 'native') {
    return readWebhookSecret(secret) === undefined
      ? 'The secret must be whsec_ and base64 of 24 to 64 bytes.'
      : undefined
  }
  return secret.length >= secretLengthMin && secret.length <= secretLengthMax && /^[\x21-\x7e]+$/.test(secret)
    ? undefined
    : `The secret must have ${secretLengthMin} to ${secretLengthMax} visible ASCII characters.`
}
