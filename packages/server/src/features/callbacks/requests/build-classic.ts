import type { CallbackEndpoint, SignatureRecipe } from '@quoin/core/callbacks/endpoint.ts'
import type { CallbackFacts } from '@quoin/core/callbacks/facts.ts'
import { fillText, readParameters } from '@quoin/core/callbacks/fill-text.ts'
import { type CallbackValues, callbackValues, findCallbackMacro } from '@quoin/core/callbacks/macros.ts'
import { compileTemplateWith, expandTemplate } from '@quoin/core/macros/expand.ts'
import { findDialect, wordsOf } from '../../../dialects/index.ts'
import type { OutgoingRequest } from '../../../ports/ports.ts'
import { type Pair, signClassic } from './sign-classic.ts'

interface ClassicCallback {
  readonly facts: CallbackFacts
  readonly endpoint: CallbackEndpoint
  /** Null: nothing signs. */
  readonly secret: string | null
}

/** A GET with a query, or a POST with a form or flat JSON, as the endpoint's template or dialect has it. */
export function buildClassicRequest({ facts, endpoint, secret }: ClassicCallback): OutgoingRequest {
  const dialect = findDialect(endpoint.format)
  const values = callbackValues(facts, { ...endpoint, words: wordsOf(endpoint.format) })
  const textOf = (written: string) => {
    const name = findCallbackMacro(written)
    return name === undefined ? undefined : values[name]
  }
  const pairs = readParameters(endpoint.parameters ?? dialect?.parameters ?? '').map(
    ({ name, value }): Pair => [name, fillText(value, textOf)],
  )
  const address = expandTemplate(compileTemplateWith(endpoint.url, findCallbackMacro), values)
  const unsigned = write(endpoint.method, address, pairs)
  const recipe = endpoint.signature ?? dialect?.signature ?? null
  if (recipe === null || secret === null) return unsigned
  return attach(recipe, signature(recipe, { unsigned, pairs, secret, values, textOf }), {
    unsigned,
    rewrite: (extra) => write(endpoint.method, address, [...pairs, extra]),
  })
}

/**
 * Whether a value in the path is a dot or two, which every URL parser, encoded or not, takes for a step to another
 * path: a user who calls himself `..` must not choose what is called.
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

interface Signable {
  readonly unsigned: OutgoingRequest
  readonly pairs: readonly Pair[]
  readonly secret: string
  readonly values: CallbackValues
  readonly textOf: (written: string) => string | undefined
}

function signature(recipe: SignatureRecipe, { unsigned, pairs, secret, textOf }: Signable): string {
  const text =
    typeof recipe.over === 'string'
      ? ''
      : fillText(recipe.over.text, (written) => (written === 'secret' ? secret : textOf(written)))
  const query = unsigned.method === 'GET' ? [...new URL(unsigned.url).searchParams] : pairs
  return signClassic(recipe, { url: unsigned.url, body: unsigned.body ?? '', query, text, secret })
}

interface Attachable {
  readonly unsigned: OutgoingRequest
  readonly rewrite: (extra: Pair) => OutgoingRequest
}

function attach(
  { into }: SignatureRecipe,
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
