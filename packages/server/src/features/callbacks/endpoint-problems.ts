import type { CallbackEndpoint, HashName, SignatureRecipe } from '@quoin/core/callbacks/endpoint.ts'
import { callbackEventTypes } from '@quoin/core/callbacks/facts.ts'
import { macrosInText, parametersProblem, readParameters } from '@quoin/core/callbacks/fill-text.ts'
import { findCallbackMacro } from '@quoin/core/callbacks/macros.ts'
import { bodyPatternProblem } from '@quoin/core/callbacks/match-body.ts'
import { readWebhookSecret } from '@quoin/core/callbacks/webhook-secret.ts'
import type { FieldProblem } from '@quoin/core/errors.ts'
import { compileTemplateWith, templateProblem } from '@quoin/core/macros/expand.ts'
import { callbackFormats, eventsOf, findDialect } from '../../dialects/index.ts'
import type { Ports } from '../../ports.ts'

/** What an owner has entered, before anything of it is stored. */
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
    ['signature', draft.signature === null ? undefined : recipeProblem(draft, draft.signature)],
    ['events', eventsProblem(draft)],
    ['okBody', draft.success.okBody === null ? undefined : bodyPatternProblem(draft.success.okBody)],
    [
      'failureBody',
      draft.success.failureBody === null ? undefined : bodyPatternProblem(draft.success.failureBody),
    ],
    ['secret', draft.secret === null ? undefined : secretProblem(draft.format, draft.secret)],
  ]
  return found.flatMap(([field, sentence]) => (sentence === undefined ? [] : [problem(field, sentence)]))
}

function problem(field: string, message: string): FieldProblem {
  return { field, rule: 'callback', message }
}

function urlProblem(outgoing: Ports['outgoing'], { format, url }: EndpointDraft): string | undefined {
  const wrong = templateProblem(url) ?? (url.includes('#') ? fragmentSentence : undefined)
  if (wrong !== undefined) return wrong
  const template = compileTemplateWith(url, findCallbackMacro)
  const [unknown] = template.unknown
  if (unknown !== undefined) return `Nothing fills the macro {${unknown}}.`
  if (format === 'native' && template.slots.length > 0) return 'The URL of a native callback has no macros.'
  return outgoing.urlProblem(template.literals.join('0'))
}

const fragmentSentence = 'The URL must not have a fragment (#): it would never be sent.'

function methodProblem({ format, method }: EndpointDraft): string | undefined {
  return format === 'native' && method !== 'POST JSON' ? 'A native callback is a POST of JSON.' : undefined
}

function ownParametersProblem({ format }: EndpointDraft, parameters: string): string | undefined {
  if (format === 'native') return 'A native callback has no parameters of your own.'
  return parametersProblem(parameters, isMacro)
}

function recipeProblem(draft: EndpointDraft, { hash, over, into }: SignatureRecipe): string | undefined {
  if (draft.format === 'native') return 'A native callback is signed by Standard Webhooks.'
  if (typeof over !== 'string') {
    const written = macrosInText(over.text)
    const unknown = written.find((name) => name !== 'secret' && !isMacro(name))
    if (unknown !== undefined) return `Nothing fills the macro {${unknown}}.`
    if (!isKeyed(hash) && !written.includes('secret')) return 'The text that is hashed must contain {secret}.'
  } else if (!isKeyed(hash)) {
    return `Without a key, ${hash} can be over a text with {secret} only.`
  }
  const isGet = draft.method === 'GET'
  if (over === 'url' && !isGet) return 'A signature over the URL would not cover the body of a POST.'
  if (over === 'sorted_query' && draft.method === 'POST JSON')
    return 'JSON has no query that could be sorted.'
  if (over === 'body' && isGet) return 'A GET has no body that could be signed.'
  if (over === 'body' && 'parameter' in into)
    return 'A signature over the body must go into a header: a parameter would change the body.'
  return placeProblem(draft, into)
}

function isKeyed(hash: HashName): boolean {
  return hash.startsWith('hmac_')
}

function placeProblem(
  { format, parameters }: EndpointDraft,
  into: SignatureRecipe['into'],
): string | undefined {
  if ('header' in into) {
    return /^[a-z][a-z\d-]{0,63}$/.test(into.header) && !reservedHeaders.has(into.header)
      ? undefined
      : 'The header of the signature must be a lower-case name that HTTP does not use itself.'
  }
  if (!/^[\w.-]{1,64}$/.test(into.parameter)) {
    return 'The parameter of the signature must be a name of letters, digits and _ . -'
  }
  const others = readParameters(parameters ?? findDialect(format)?.parameters ?? '')
  return others.some(({ name }) => name === into.parameter)
    ? 'The parameter of the signature is one of the other parameters too.'
    : undefined
}

const reservedHeaders = new Set(
  `connection content-encoding content-length content-type cookie date expect host keep-alive te trailer
  transfer-encoding upgrade user-agent accept accept-encoding authorization proxy-authorization`.split(/\s+/),
)

function eventsProblem({ format, events }: EndpointDraft): string | undefined {
  if (events.length === 0) return 'Choose at least one event.'
  if (events.some((event) => !callbackEventTypes.includes(event))) {
    return `Events are ${callbackEventTypes.join(', ')}.`
  }
  const sayable = eventsOf(format)
  const unsayable = events.filter((event) => !sayable.includes(event))
  return unsayable.length === 0
    ? undefined
    : `The format "${format}" can only say ${sayable.join(', ')}; not ${unsayable.join(', ')}.`
}

const secretLengthMin = 8
const secretLengthMax = 256

function secretProblem(format: string, secret: string): string | undefined {
  if (format === 'native') {
    return readWebhookSecret(secret) === undefined
      ? 'A native secret is whsec_ and base64 of 24 to 64 bytes.'
      : undefined
  }
  return secret.length >= secretLengthMin && secret.length <= secretLengthMax && /^[\x21-\x7e]+$/.test(secret)
    ? undefined
    : `A secret has ${secretLengthMin} to ${secretLengthMax} visible ASCII characters.`
}
