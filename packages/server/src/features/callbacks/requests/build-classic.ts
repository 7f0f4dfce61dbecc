import type { CallbackEndpoint, SignatureScheme } from '@quoin/core/callbacks/endpoint.ts'
import type { CallbackFacts } from '@quoin/core/callbacks/facts.ts'
import { fillText, readParameters } from '@quoin/core/callbacks/fill-text.ts'
import { callbackValues, findCallbackMacro } from '@quoin/core/callbacks/macros.ts'
import { compileTemplateWith, expandTemplate } from '@quoin/core/macros/expand.ts'
import { findDialect, signatureSchemeOf, wordsOf } from '../../../dialects/index.ts'
import type { OutgoingRequest } from '../../../ports/outgoing.ts'
import { type ClassicMessage, type Pair, signClassic } from './sign-classic.ts'

interface ClassicCallback {
  readonly facts: CallbackFacts
  readonly endpoint: CallbackEndpoint
  /** Null: nothing signs. */
  readonly secret: string | null
}

/** A classic callback, and what its signature is made of. */
interface BuiltClassic {
  readonly request: OutgoingRequest
  /** Null where nothing signs. */
  readonly signature: {
    readonly scheme: SignatureScheme
    readonly message: ClassicMessage
    readonly digest: string
  } | null
}

/** A GET with a query, or a POST with a form or flat JSON, as the endpoint's template or dialect has it. */
export function buildClassicRequest(callback: ClassicCallback): OutgoingRequest {
  return buildClassic(callback).request
}

export function buildClassic({ facts, endpoint, secret }: ClassicCallback): BuiltClassic {
  const values = callbackValues(facts, { ...endpoint, words: wordsOf(endpoint.format) })
  const textOf = (written: string) => {
    const name = findCallbackMacro(written)
    return name === undefined ? undefined : values[name]
  }
  const parameters = endpoint.parameters ?? findDialect(endpoint.format)?.parameters ?? ''
  const pairs = readParameters(parameters).map(({ name, value }): Pair => [name, fillText(value, textOf)])
  const address = expandTemplate(compileTemplateWith(endpoint.url, findCallbackMacro), values)
  const unsigned = write(endpoint.method, address, pairs)
  const scheme = signatureSchemeOf(endpoint)
  if (scheme === null || secret === null) return { request: unsigned, signature: null }
  const query = unsigned.method === 'GET' ? [...new URL(unsigned.url).searchParams] : pairs
  const message = { url: unsigned.url, body: unsigned.body ?? '', query, textOf, secret }
  const digest = signClassic(scheme, message)
  const rewrite = (extra: Pair) => write(endpoint.method, address, [...pairs, extra])
  return {
    request: attach(scheme, digest, { unsigned, rewrite }),
    signature: { scheme, message, digest },
  }
}

/**
 * Whether a value in the path is a dot or two, which every URL parser, encoded or not, takes for a step to another
 * path: a user who calls themselves `..` must not choose what is called.
 */
export function leavesItsPath({ facts, endpoint }: Omit<ClassicCallback, 'secret'>): boolean {
  const values = callbackValues(facts, { ...endpoint, words: wordsOf(endpoint.format) })
  const template = compileTemplateWith(endpoint.url, findCallbackMacro)
  return dotSegments(expandTemplate(template, values)) > dotSegments(template.literals.join('x'))
}

function dotSegments(address: string): number {
  const [path = ''] = address.split(/[?#]/, 1)
  return path.split('/').filter((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)).length
}

interface Attachable {
  readonly unsigned: OutgoingRequest
  readonly rewrite: (extra: Pair) => OutgoingRequest
}

function attach(
  { into }: SignatureScheme,
  digest: string,
  { unsigned, rewrite }: Attachable,
): OutgoingRequest {
  if ('parameter' in into) return rewrite([into.parameter, digest])
  return { ...unsigned, headers: { ...unsigned.headers, [into.header]: digest } }
}

function write(method: CallbackEndpoint['method'], address: string, pairs: readonly Pair[]): OutgoingRequest {
  if (method === 'POST JSON') {
    const body = JSON.stringify(Object.fromEntries(pairs))
    return post(address, 'application/json', body)
  }
  const query = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  if (method === 'POST form') return post(address, 'application/x-www-form-urlencoded', query)
  const joint = query === '' ? '' : address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?'
  // As the parser writes it is how it is sent: what is hashed must be that very text.
  return { method: 'GET', url: new URL(`${address}${joint}${query}`).href, headers: {}, body: null }
}

function post(address: string, type: string, body: string): OutgoingRequest {
  return { method: 'POST', url: new URL(address).href, headers: { 'content-type': type }, body }
}
