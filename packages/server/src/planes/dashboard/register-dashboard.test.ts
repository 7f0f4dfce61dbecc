import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError } from '../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const report = (body: string, type = 'application/csp-report') =>
  world.server.inject({
    method: 'POST',
    url: '/dashboard/csp-report',
    headers: { 'content-type': type },
    payload: body,
  })

const reports = () => world.log.lines.filter((line) => line.startsWith('warn page policy report received'))

test('every page of the dashboard has one policy with a nonce of its own, and nobody may frame or keep it', async () => {
  const nonces = new Set<string>()
  for (const path of ['/dashboard', '/dashboard/ops', '/dashboard/ops/offers/12?tab=audience']) {
    const answer = await world.server.inject({ method: 'GET', url: path })
    assert.match(String(answer.headers['content-type']), /^text\/html/)
    const policy = String(answer.headers['content-security-policy'])
    const [, nonce = ''] = /script-src 'self' 'nonce-([\w-]{22})'/.exec(policy) ?? []
    assert.match(policy, /^default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.ok(answer.body.includes(nonce), path)
    assert.equal(answer.headers['cache-control'], 'private, no-store')
    nonces.add(nonce)
  }
  assert.equal(nonces.size, 3)
})

test('a file that no build has is 404, whatever its name climbs to', async () => {
  for (const name of ['gone.js', '../index.html', '%2e%2e%2findex.html', '..%2f..%2fpackage.json']) {
    const answer = await world.server.inject({ method: 'GET', url: `/dashboard/assets/${name}` })
    if (answer.statusCode !== 200) assertError(answer, 404, 'RESOURCE_NOT_FOUND')
    else assert.doesNotMatch(answer.body, /"dependencies"/)
  }
})

test('a block by a page policy is logged in both forms of browsers, without queries', async () => {
  const old = {
    'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'https://a.example/x?token=hush' },
  }
  const present = [{ body: { effectiveDirective: 'img-src', blockedURL: 'https://b.example/y#hush' } }]
  assert.equal((await report(JSON.stringify(old))).statusCode, 204)
  assert.equal((await report(JSON.stringify(present), 'application/reports+json')).statusCode, 204)
  assert.match(reports().join('\n'), /https:\/\/a\.example\/x/)
  assert.match(reports().join('\n'), /https:\/\/b\.example\/y/)
  assert.doesNotMatch(reports().join('\n'), /hush/)
})

test('reports that are none, or too long, do no harm, and few of a sender are logged', async () => {
  world.clock.advance({ ms: 60_000 })
  const earlier = reports().length
  for (const body of ['', 'null', '[[]]', '{"csp-report":7}', 'not json'])
    assert.equal((await report(body)).statusCode, 204)
  assert.equal((await report('x'.repeat(9_000))).statusCode, 400)
  for (let times = 0; times < 40; times += 1) assert.equal((await report('{}')).statusCode, 204)
  assert.equal(reports().length - earlier, 20)
  world.clock.advance({ ms: 60_000 })
  await report('{}')
  assert.equal(reports().length - earlier, 21)
})
