import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'

let world: World
before(async () => {
  world = await createWorld({
    environment: { BASE_URL: 'https://quoin.example', FAILED_CREDENTIALS_PER_MINUTE: '10000' },
    people: {
      findToken: (token) => (token === 'ci' ? { id: '1', name: 'ci', role: 'operator' } : undefined),
      findSession: (cookies) =>
        cookies.includes('session=ada')
          ? { sessionId: 's', personId: 'p', name: 'Ada', email: 'ada@example.com', role: 'operator' }
          : undefined,
    },
  })
})
after(() => world.close())

const path = '/operator/v1/stats/rebuild'
const body = { from: 1_700_000_000 }
const ada = { cookie: 'theme=dark; session=ada' }
const ours = { origin: 'https://quoin.example', host: 'quoin.example' }

for (const [what, headers] of [
  ['from our own page', { ...ours, 'sec-fetch-site': 'same-origin' }],
  ['from our own page, by a browser without Sec-Fetch-Site', ours],
  ['from a page by another name of this server', { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }],
] as const) {
  test(`a person may change something ${what}`, async () => {
    assertSuccess(await world.post(path, { body, headers: { ...ada, ...headers } }), 202)
  })
}

for (const [what, headers] of [
  ['another site', { origin: 'https://evil.example', host: 'quoin.example' }],
  ['another site, whatever it says of itself', { ...ours, 'sec-fetch-site': 'cross-site' }],
  ['another host of the same domain', { ...ours, 'sec-fetch-site': 'same-site' }],
  ['an address that was typed in', { ...ours, 'sec-fetch-site': 'none' }],
  ['a page that hides where it is', { origin: 'null', host: 'quoin.example' }],
  ['nowhere', { host: 'quoin.example' }],
  ['the same host on another port', { origin: 'https://quoin.example:8443', host: 'quoin.example' }],
  ['a longer name', { origin: 'https://quoin.example.evil.example', host: 'quoin.example' }],
] as const) {
  test(`a request in a person's name from ${what} changes nothing`, async () => {
    const before = await countJobs()
    assertError(await world.post(path, { body, headers: { ...ada, ...headers } }), 401, 'INVALID_API_SECRET')
    assert.equal(await countJobs(), before)
  })
}

test('reading needs no origin, and a program none at all', async () => {
  assertSuccess(await world.get('/operator/v1/jobs', { headers: ada }))
  assertSuccess(await world.post(path, { body, headers: { authorization: 'Bearer ci' } }), 202)
})

test('a caller with a wrong token is nobody, whatever cookie comes with it', async () => {
  const headers = { ...ada, authorization: 'Bearer wrong' }
  assertError(await world.get('/operator/v1/jobs', { headers }), 401, 'INVALID_API_KEY')
})

test('the actor of what was done is the person or the token', async () => {
  const rows = await world.ports.db.query<{ actor: string }>('select distinct actor from jobs order by actor')
  assert.deepEqual(
    rows.map(({ actor }) => actor),
    ['person:ada@example.com', 'token:ci'],
  )
})

async function countJobs(): Promise<number> {
  const [row] = await world.ports.db.query<{ jobs: number }>('select count(*) as jobs from jobs')
  return row?.jobs ?? 0
}
