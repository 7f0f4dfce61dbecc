import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { setEndpoint } from '../../packages/server/src/features/callbacks/endpoints/set-endpoint.ts'
import { openSession } from '../../packages/server/src/features/credentials/open-session.ts'
import { assertQuiet } from '../support/browser.ts'
import { answer, openReceiver } from '../support/callback-receiver.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { rollUpAll } from '../support/roll-up-all.ts'
import { openStaffPages } from '../support/staff-pages.ts'

/** Markup for every place that it may end up in, and a mark that turns the direction of what stands behind it. */
const evil = (who: string): string =>
  `${who}"'><img src=x onerror="window.ran=1"><script>window.ran=1</script>\u202egnp.exe`

describe('texts of strangers, before the eyes of all three kinds of people', {
  skip: chromiumMissing,
}, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages({
    environment: { OUTGOING_ALLOW: '127.0.0.0/8' },
    app: { name: evil('app').slice(0, 100), publisher: evil('publisher').slice(0, 100) },
  })
  const { ports } = world
  const { appId, publisherId } = world.app
  const receiver = await openReceiver(
    answer(500, evil('receiver'), { 'content-type': 'text/html', 'x-evil': '<b>x</b>' }),
  )
  const setup = { appId, name: 'main', choices: { url: receiver.url }, actor: 'test' }
  const { endpointId } = await setEndpoint(ports, setup)
  const { networkId } = await world.addNetwork({
    slug: 'evil',
    name: evil('network').slice(0, 100),
    proof: 'none',
  })
  const goals = [{ goal: 'one', name: evil('goal').slice(0, 100), payout: '1', revenue: '2' }]
  const [offerId = 0, other = 0] = await world.addOffers(
    [
      {
        name: evil('offer').slice(0, 200),
        description: evil('description'),
        requirements: evil('requirements'),
        goals,
        payout: undefined,
        revenue: undefined,
      },
      { name: 'Plain', description: evil('second') },
    ],
    'evil',
  )
  const userId = evil('user').slice(0, 255)
  const clickIds = await Promise.all(
    [offerId, other].map((one) => followOffer(world, { offerId: one, userId, subId: evil('sub') })),
  )
  const [clickId = '', second = ''] = clickIds
  await world.post('/api/v1/fingerprint', {
    headers: world.credentials,
    body: {
      user_id: userId,
      fingerprint_hash: evil('hash'),
      fingerprint_data: { browser: evil('browser'), os: evil('os') },
    },
  })
  await tell(world, {
    query: { click_id: clickId, payout: '2', status: 'approved', goal: 'one', txn_id: 'T<b>1</b>\u202e' },
  })
  await tell(world, { query: { click_id: clickId, payout: '2', status: evil('status') } })
  await tell(world, { query: { click_id: evil('click'), payout: evil('payout'), status: 'approved' } })
  await ports.db.query(
    `insert into callback_attempts (callback_id, number, attempted_at, method, url, headers, http_status, latency_ms, verdict, reason, body_excerpt)
     select id, 1, now(), 'POST', $1, $2, 500, 41, 'retry', 'The receiver answered 500.', $3 from callbacks`,
    [`https://shop.example/${evil('url')}`, { 'x-evil': evil('header') }, evil('answer')],
  )

  const ticketId = await ports.store.tickets.insertTicket(ports.db, {
    appId,
    userId,
    isTest: false,
    clickId: second,
    offerId: other,
    goal: '',
    conversionId: null,
    diagnosis: 'late',
    note: evil('note'),
    receipt: evil('receipt').slice(0, 100),
    createdAtMs: world.clock.nowMs(),
  })
  await rollUpAll(ports)
  after(() => receiver.close())
  const user = encodeURIComponent(userId)
  const operator = [
    ...[
      '',
      '/statistics?by=offer',

      '/statistics?by=network',
      '/money',
      '/offers',
      `/offers/${offerId}`,
    ],
    ...[
      `/offers/${offerId}/edit`,
      '/networks',
      `/networks/${networkId}`,
      '/risk',
      '/lists',
      '/system',
      '/audit',
      '/review',
    ],
    ...[
      '/tickets',
      `/tickets?open=${ticketId}`,
      '/alerts',
      '/publishers',
      `/publishers/${publisherId}`,
      '/apps',
      `/apps/${appId}`,
    ],
    ...[
      '/callbacks',
      `/callbacks/${endpointId}`,
      `/search?q=${encodeURIComponent(evil('offer').slice(0, 60))}`,
      `/users/${appId}/${user}`,
    ],
  ].map((path) => `/dashboard/ops${path}`)
  const member = [
    ...[
      '/',
      '/money',
      `/clicks/${clickId}`,
      `/apps/${appId}/conversions`,
      `/apps/${appId}/reports`,
      `/apps/${appId}/clicks`,
    ],
    ...[
      `/apps/${appId}/callbacks`,
      `/apps/${appId}/calls`,
      `/apps/${appId}/users`,
      `/apps/${appId}/users/${user}`,
    ],
    ...[
      `/apps/${appId}/offers`,
      '/team',
      `/apps/${appId}/start`,
      `/apps/${appId}/keys`,
      `/apps/${appId}/settings`,
      '/tokens',
    ],
  ].map((path) => `/dashboard/o/${publisherId}${path}`)
  const session = openSession(ports, { apiKey: world.app.live.apiKey, userId }).token
  const wall = ['/wall', `/wall/offers/${offerId}`, '/wall/activity', '/wall/missing'].map(
    (path) => `${path}?session=${session}`,
  )
  for (const [who, paths, options] of [
    ['an operator', [...operator, `/dashboard/t/${clickId}`], {}],
    ['a member of a publisher', member, { member: { role: 'owner', publisherId } }],
    ['an end user', wall, { role: null }],
  ] as const)
    test(`${who} reads them, and nothing of them runs, leads to a script, or turns the words around it`, async () => {
      const page = await browser.visit(paths[0] ?? '', options)
      page.on('dialog', (dialog) => assert.fail(dialog.message()))
      let read = 0
      const turned: string[] = []
      for (const path of paths) {
        await page.goto(path)
        await drawn(page)
        const seen = await look(page)
        assert.deepEqual([seen.ran, seen.links], [null, []], path)
        turned.push(...seen.turned.map((line) => `${path} ${line}`))
        read += seen.texts
      }
      assert.deepEqual(turned, [])
      assert.ok(read > paths.length, `${read} texts of strangers on ${paths.length} pages`)
      assertQuiet(page)
    })
})

/** The page's heading is there, and for a while nothing is added: pages with a stream are never idle. */
async function drawn(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ timeout: 5_000 })
  await page.evaluate(`new Promise((resolve) => {
    let timer = setTimeout(resolve, 300)
    const watch = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(resolve, 300) })
    watch.observe(document.body, { childList: true, subtree: true, characterData: true })
    setTimeout(resolve, 3000)
  })`)
}

interface Seen {
  readonly ran: unknown
  readonly links: readonly string[]
  readonly turned: readonly string[]
  /** How many texts of strangers the page shows. */
  readonly texts: number
}

/**
 * Whether anything ran, what leads to a script, and which words stand in one box with a mark that turns them: an element
 * that isolates its text, or a line of its own.
 */
function look(page: Page): Promise<Seen> {
  return page.evaluate<Seen>(`(() => {
    const isBox = ({ unicodeBidi, display }) => display !== 'inline' || /isolate|plaintext/.test(unicodeBidi)
    const boxOf = (one) => (one === null || isBox(getComputedStyle(one)) ? one : boxOf(one.parentElement))
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const turned = []
    let texts = 0
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (['SCRIPT', 'STYLE'].includes(node.parentElement.tagName)) continue
      if (node.data.includes('onerror')) texts += 1
      if (!/[\u202a-\u202e]/.test(node.data)) continue
      const lines = (boxOf(node.parentElement)?.innerText ?? '').split('\\n')
      const rest = lines.filter((line) => /[\u202a-\u202e].*\u202e?gnp\\.exe.*\\w/.test(line))
      turned.push(...rest)
    }
    const links = [...document.querySelectorAll('[href], [src], [action], [formaction]')]
      .flatMap((one) => ['href', 'src', 'action', 'formaction'].map((name) => one.getAttribute(name) ?? ''))
      .filter((address) => /^\\s*(?:javascript|vbscript|data:(?!image))/i.test(address))
    return { ran: window.ran ?? null, links, turned, texts }
  })()`)
}
