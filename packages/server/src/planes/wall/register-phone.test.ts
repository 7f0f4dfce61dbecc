import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { languages } from '@quoin/core/languages/languages.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { openSession } from '../../features/credentials/open-session.ts'

let world: World
let offerId: number
const json = { accept: 'application/json' }
const html = { accept: 'text/html,application/xhtml+xml' }
const form = { ...html, 'content-type': 'application/x-www-form-urlencoded' }

before(async () => {
  world = await createWorld({ app: { name: 'Pixelhaven', allowedOrigins: ['https://site.example'] } })
  offerId = await world.addOffer({ platforms: 'android' })
})
after(() => world.close())

/** The path that the code on a computer's screen leads to. */
async function codeOf(userId: string): Promise<string> {
  const session = openSession(world.ports, { apiKey: world.app.live.apiKey, userId }).token
  const headers = { ...json, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36' }
  const answer = await world.get(`/wall/offers/${offerId}`, { query: { session }, headers })
  return new URL(answer.json().data.page.code.url).pathname
}

function press(path: string, headers: Readonly<Record<string, string>> = {}) {
  return world.call({ method: 'POST', path, headers: { ...form, ...headers }, body: '' })
}

async function assertWorks(path: string, title: string): Promise<void> {
  const { statusCode, headers } = await press(path)
  assert.equal(statusCode, 303, title)
  assert.match(String(headers.location), new RegExp(`^/wall/offers/${offerId}\\?session=qs_`), title)
}

/** Programs ask for an address before anybody has decided to open it. */
const looks: Readonly<Record<string, { method?: string; headers: Readonly<Record<string, string>> }>> = {
  'a HEAD': { method: 'HEAD', headers: html },
  'a prefetch': { headers: { ...html, 'sec-purpose': 'prefetch' } },
  'a prerendering': { headers: { ...html, 'sec-purpose': 'prefetch;prerender' } },
  'an old prefetch': { headers: { ...html, purpose: 'prefetch' } },
  'the preview of WhatsApp': { headers: { accept: '*/*', 'user-agent': 'WhatsApp/2.23.20.0 A' } },
  'the preview of Telegram': { headers: { 'user-agent': 'TelegramBot (like TwitterBot)' } },
  'the preview of Slack': {
    headers: { accept: '*/*', 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  },
  'the preview of Apple': {
    headers: {
      ...html,
      'user-agent':
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    },
  },
  'a page that was only looked at': { headers: html },
}

describe('a code for a phone', () => {
  for (const [title, { method = 'GET', headers }] of Object.entries(looks))
    test(`is not used by ${title}, and its button works after it`, async () => {
      const path = await codeOf('ada')
      for (let round = 0; round < 3; round += 1) {
        const answer = await world.call({ method, path, headers })
        assert.equal(answer.statusCode, 200)
        assert.equal(answer.headers['location'], undefined)
        assert.ok(!answer.body.includes('qs_'), 'the page holds a session')
      }
      await assertWorks(path, title)
    })

  test('lets in one of two that press its button at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const path = await codeOf('two')
      const answers = await Promise.all([press(path), press(path), press(path)])
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [303, 404, 404])
    }
  })

  test('that was used, has ended or never was says so in plain words, with a page and without a button', async () => {
    const used = await codeOf('bob')
    await press(used)
    const ended = await codeOf('bob')
    world.clock.advance({ seconds: 601 })
    for (const path of [used, ended, '/wall/phone/never-was', `/wall/phone/${'x'.repeat(500)}`])
      for (const answer of [await world.get(path, { headers: html }), await press(path)]) {
        assert.equal(answer.statusCode, 404)
        assert.match(answer.body, /This code was used, or its ten minutes are over/)
        assert.ok(!answer.body.includes('<form'))
      }
  })

  test('goes on as the very user and app, for an hour', async () => {
    const { headers } = await press(await codeOf('eve'))
    const session = new URL(String(headers.location), 'http://x').searchParams.get('session') ?? ''
    const { frame } = (await world.get('/wall', { query: { session }, headers: json })).json().data
    assert.deepEqual([frame.userId, frame.isSigned, frame.appName], ['eve', true, 'Pixelhaven'])
    world.clock.advance({ seconds: 3_601 })
    assert.equal((await world.get('/wall', { query: { session }, headers: json })).statusCode, 401)
  })

  test('is used by no form of another site, which is led to the page with the button', async () => {
    const path = await codeOf('mia')
    const strangers = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.example' },
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:1' },
    ]
    for (const headers of strangers) {
      const { statusCode, headers: answered } = await press(path, headers)
      assert.deepEqual([statusCode, answered.location], [303, path], JSON.stringify(headers))
    }
    await assertWorks(path, 'after all')
  })

  test('is used by the form of its own page, which tells no origin where there is no Sec-Fetch-Site', async () => {
    const own = [
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      { 'sec-fetch-site': 'none' },
      { origin: 'null' },
      { origin: 'http://localhost:80', host: 'localhost' },
      {},
    ]
    for (const headers of own)
      assert.match(String((await press(await codeOf('own'), headers)).headers.location), /session=qs_/)
  })

  test('shows its page to no frame, caches it nowhere, and tells its address to nobody', async () => {
    const path = await codeOf('zoe')
    const token = path.split('/').at(-1) ?? ''
    for (const answer of [await world.get(path, { headers: html }), await press(path)]) {
      assert.equal(answer.headers['referrer-policy'], 'no-referrer')
      assert.match(String(answer.headers['cache-control']), /no-store/)
      assert.equal(answer.headers['set-cookie'], undefined)
      assert.ok(!answer.body.includes(token))
    }
    const shown = await world.get(await codeOf('zoe'), { headers: html })
    assert.match(String(shown.headers['content-security-policy']), /frame-ancestors 'none'$/)
    assert.equal(shown.headers['x-robots-tag'], 'noindex')
    await press(path)
    assert.deepEqual(
      world.log.lines.filter((line) => line.includes(token)),
      [],
    )
  })

  test('has a page in every language, which names the site and the user', async () => {
    const path = await codeOf('<b>\u202eliv')
    for (const language of Object.keys(languages)) {
      const { body } = await world.get(path, { headers: { ...html, 'accept-language': language } })
      assert.match(body, new RegExp(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`))
      assert.match(body, /<form method="post"/)
      assert.match(body, /Pixelhaven/)
      assert.ok(body.includes('&lt;b>\ufffdliv') || body.includes('&lt;b&gt;\ufffdliv'), language)
      assert.ok(!body.split('<script type="application/json"')[0]?.includes('\u202e'))
    }
  })

  test('opens nothing once its key was revoked', async () => {
    const path = await codeOf('rev')
    await world.ports.db.query(`update wall_handoffs set api_key = 'pk_live_none'`)
    for (const answer of [await world.get(path, { headers: html }), await press(path)])
      assert.deepEqual([answer.statusCode, answer.headers.location], [401, undefined])
  })

  test('may be guessed at as often as pages may be asked for', async () => {
    const statuses: number[] = []
    for (let n = 0; n <= world.settings.wallPagesPerMinute; n += 1) {
      const method = n % 2 === 0 ? 'GET' : 'POST'
      const headers = { ...form, ...json }
      const path = `/wall/phone/guess-${n}`
      const answer = await world.call({ method, path, headers, address: '8.8.4.9', body: '' })
      statuses.push(answer.statusCode)
    }
    assert.deepEqual([statuses.at(-2), statuses.at(-1)], [404, 429])
  })
})
