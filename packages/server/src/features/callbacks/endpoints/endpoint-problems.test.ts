import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardSignature, standardSuccessRule } from '@quoin/core/callbacks/endpoint.ts'
import { nativeSecret } from '../../../../../../test/support/callbacks.ts'
import { openOutgoing } from '../../../adapters/outgoing-http/outgoing-http.ts'
import { systemClock } from '../../../adapters/system-clock.ts'
import { callbackFormats, standardsOf } from '../../../dialects/index.ts'
import { type EndpointDraft, endpointProblems } from './endpoint-problems.ts'

const outgoing = openOutgoing({ policy: { allowed: [], ports: [80, 443] }, clock: systemClock })
const url = 'https://publisher.example/cb'

function draftOf(format: string, changes: Partial<EndpointDraft> = {}): EndpointDraft {
  return {
    format,
    url,
    method: 'GET',
    parameters: null,
    signature: null,
    events: ['conversion.approved'],
    success: standardSuccessRule,
    secret: null,
    ...standardsOf(format),
    ...changes,
  }
}

test('every format is well with nothing but an address', () => {
  for (const format of callbackFormats) {
    assert.deepEqual(endpointProblems({ outgoing }, draftOf(format)), [], format)
  }
})

const md5 = { hash: 'md5', over: { text: '{user_id}{secret}' }, into: { parameter: 'sig' } } as const

const wrong: [field: string, draft: EndpointDraft][] = [
  ['format', draftOf('adgem_v9')],
  ['url', draftOf('template', { url: 'http://127.0.0.1/cb' })],
  ['url', draftOf('template', { url: 'http://[::ffff:169.254.169.254]/cb' })],
  ['url', draftOf('template', { url: 'https://publisher.example:8080/cb' })],
  ['url', draftOf('template', { url: 'https://{user_id}.example/cb' })],
  ['url', draftOf('template', { url: `${url}?x={user_idd}` })],
  ['url', draftOf('template', { url: `${url}#x` })],
  ['url', draftOf('template', { url: 'ftp://publisher.example/cb' })],
  ['url', draftOf('native', { url: `${url}?x={user_id}` })],
  ['method', draftOf('native', { method: 'GET' })],
  ['parameters', draftOf('native', { parameters: 'a=b' })],
  ['parameters', draftOf('template', { parameters: 'a={nothing}' })],
  ['parameters', draftOf('template', { parameters: 'a=1&a=2' })],
  ['parameters', draftOf('template', { parameters: 'a=1&&b=2' })],
  ['parameters', draftOf('template', { parameters: 'a b=1' })],
  ['parameters', draftOf('template', { parameters: 'a={secret}' })],
  ['signature', draftOf('native', { signature: md5 })],
  ['signature', draftOf('template', { signature: { ...md5, over: { text: '{user_id}' } } })],
  ['signature', draftOf('template', { signature: { ...md5, over: { text: '{wrong}{secret}' } } })],
  ['signature', draftOf('template', { signature: { ...md5, over: 'url' } })],
  ['signature', draftOf('template', { signature: { ...md5, into: { parameter: 'a b' } } })],
  ['signature', draftOf('template', { signature: { ...md5, into: { header: 'host' } } })],
  ['signature', draftOf('template', { signature: { ...md5, into: { header: 'X-Sig' } } })],
  ['signature', draftOf('template', { signature: md5, parameters: 'sig=1' })],
  ['signature', draftOf('template', { method: 'POST form', signature: standardSignature.GET })],
  ['signature', draftOf('template', { signature: standardSignature['POST form'] })],
  ['signature', draftOf('template', { signature: { ...md5, over: { text: '{sorted_query}' } } })],
  ['signature', draftOf('template', { signature: { ...md5, over: { text: '{body}{secret}' } } })],
  ['signature', draftOf('template', { method: 'POST JSON', signature: { ...md5, over: 'sorted_query' } })],
  ['events', draftOf('wannads', { events: ['conversion.pending'] })],
  ['events', draftOf('template', { events: [] })],
  ['okBody', draftOf('template', { success: { okBody: '**', failureBody: null } })],
  ['failureBody', draftOf('template', { success: { okBody: null, failureBody: 'a*b' } })],
  ['failureBody', draftOf('template', { success: { okBody: null, failureBody: '*' } })],
  ['secret', draftOf('native', { secret: 'short' })],
  ['secret', draftOf('native', { secret: 'whsec_AAAA' })],
  ['secret', draftOf('wannads', { secret: 'short' })],
  ['secret', draftOf('wannads', { secret: 'with a space in it' })],
]

for (const [index, [field, draft]] of wrong.entries()) {
  test(`draft ${index}: ${field} is refused with a clear message that does not repeat the secret`, () => {
    const problems = endpointProblems({ outgoing }, draft)
    assert.deepEqual(
      problems.map((problem) => problem.field),
      [field],
    )
    assert.match(problems[0]?.message ?? '', /^(?:must|has|have|is|leads|can|each|macro|A macro).*[^.]$/)
    if (draft.secret !== null) assert.ok(!problems[0]?.message.includes(draft.secret))
  })
}

test('an endpoint that is well in every respect has no problem', () => {
  for (const draft of [
    draftOf('native', { secret: nativeSecret }),
    draftOf('template', { url: `${url}?u={user_id}`, parameters: 'a={reward}', signature: md5 }),
    draftOf('template', {
      method: 'POST JSON',
      parameters: 'a=1',
      signature: standardSignature['POST JSON'],
    }),
    draftOf('template', { signature: { ...md5, over: 'sorted_query', encoding: 'base64' } }),
    draftOf('template', { signature: { ...md5, over: { text: '{secret}{sorted_query}' } } }),
    draftOf('lootably', { signature: 'none' }),
    draftOf('wannads', {
      parameters: 'u={user_id}',
      secret: 'a-secret',
      success: { okBody: 'OK', failureBody: null },
    }),
  ]) {
    assert.deepEqual(endpointProblems({ outgoing }, draft), [])
  }
})
