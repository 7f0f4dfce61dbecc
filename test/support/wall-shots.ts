import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { createWallWorld, openOther, type WallWorld } from './wall-world.ts'

/** The names on the pictures: those of nobody. */
const offers = [
  {
    name: 'Emberhold: Rise of the Keep',
    categories: 'games',
    payout: '24.15',
    art: ['#b4532a', 'M20 76h56V46l-9-9V24h-9v8h-6v-8h-8v8h-6v-8h-9v13l-9 9z'],
    requirements: 'Reach castle level 16',
  },
  {
    name: 'Tidewater Bank',
    categories: 'finance',
    payout: '18.00',
    art: ['#0e6b62', 'M18 40l30-18 30 18v6H18zM24 50h8v20h-8zm20 0h8v20h-8zm20 0h8v20h-8zM18 74h60v6H18z'],
    requirements: 'Open an account and pay with the card once',
  },
  {
    name: 'Fernlock Keeper',
    categories: 'games',
    payout: '6.40',
    art: [
      '#3f7a36',
      'M48 18c18 8 26 24 22 44-6 10-16 16-22 18-6-2-16-8-22-18-4-20 4-36 22-44zm-2 20v34h4V38z',
    ],
    requirements: 'Finish chapter 12',
  },
  {
    name: 'Lumenloom Journal',
    categories: 'trials',
    payout: '3.20',
    art: ['#4b4aa8', 'M26 22h36a8 8 0 018 8v44H34a8 8 0 01-8-8zm10 14v5h24v-5zm0 12v5h24v-5z'],
    requirements: 'Start the seven-day trial',
  },
  {
    name: 'Harbour Street Survey',
    categories: 'surveys',
    payout: '1.15',
    art: [
      '#8a3b6d',
      'M26 22h44v52H26zm8 10v6h6v-6zm10 1v4h18v-4zM34 46v6h6v-6zm10 1v4h18v-4zM34 60v6h6v-6zm10 1v4h18v-4z',
    ],
    requirements: 'Answer 22 questions about your week',
  },
  {
    name: 'Pennyharrow Club',
    categories: 'shopping',
    payout: '0.90',
    art: ['#a0691a', 'M30 36h36l4 40H26zm8 0a10 12 0 0120 0h-5a5 7 0 00-10 0z'],
    requirements: 'Buy anything above 10 dollars',
  },
] as const
const goals = [
  { goal: 'tutorial', name: 'Finish the tutorial', payout: '0.72', revenue: '1', deadline: '2d' },
  { goal: 'castle-8', name: 'Reach castle level 8', payout: '4.00', revenue: '6', deadline: '7d' },
  { goal: 'castle-12', name: 'Reach castle level 12', payout: '7.00', revenue: '9', deadline: '14d' },
  { goal: 'castle-16', name: 'Reach castle level 16', payout: '12.43', revenue: '15', deadline: '21d' },
]

interface Shot {
  readonly path: string
  readonly language?: string
  readonly options: BrowserContextOptions
}
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5 } as const
const shots: Readonly<Record<string, Shot>> = {
  'wall-light': { path: '/wall', options: { ...phone, colorScheme: 'light' } },
  'wall-dark': { path: '/wall/offers/0', options: { ...phone, colorScheme: 'dark' } },
  'wall-rtl': { path: '/wall', language: 'ar', options: { ...phone, colorScheme: 'light' } },
  'wall-desktop': {
    path: '/wall',
    options: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  },
}
const kBMax = 200

/** Takes the pictures of the wall: light, dark, right to left, on a phone and on a desk. */
export async function takeWallShots(into: string): Promise<void> {
  const art = new Map<string, Buffer>()
  const pictures = await openOther(({ url = '' }) => ({ type: 'image/png', body: art.get(url) ?? '' }))
  const world = await createWallWorld({
    app: {
      name: 'Pixelhaven',
      currencyName: 'Coin',
      currencyPlural: 'Coins',
      currencyRate: 1_000_000_000,
      currencyDecimals: 0,
    },
  })
  try {
    await updateApp({ ...world.ports, actor: 'screenshots' }, world.app.appId, { wallCollect: 'off' })
    for (const [index, { art: drawing }] of offers.entries()) art.set(`/${index}`, await draw(world, drawing))
    const ids = await addOffers(world, pictures.origin)
    await playALittle(world, ids)
    await mkdir(into, { recursive: true })
    for (const [name, shot] of Object.entries(shots))
      await take(world, { ...shot, path: shot.path.replace(/0$/, `${ids[0]}`) }, join(into, `${name}.png`))
  } finally {
    await world.close()
    await pictures.close()
  }
}

function addOffers(world: WallWorld, origin: string): Promise<number[]> {
  return world.addOffers(
    offers.map(({ art: _art, ...row }, index) => ({
      ...row,
      revenue: '40',
      description: row.requirements,
      image_url: `${origin}/${index}`,
      destination_url: 'https://play.example/go?click_id={click_id}',
      ...(index === 0 ? { goals } : {}),
    })),
  )
}

/** Two offers begun, and a step of one of them credited. */
async function playALittle(world: WallWorld, [game = 0, , other = 0]: readonly number[]): Promise<void> {
  for (const offerId of [other, game]) {
    const query = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId: 'ada' }
    const headers = {
      'user-agent':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    }
    const { headers: answer } = await world.get('/track', { query, headers })
    const clickId = new URL(String(answer.location)).searchParams.get('click_id') ?? ''
    world.clock.advance({ seconds: 2_000 })
    if (offerId === game)
      await world.get('/postback', {
        query: { click_id: clickId, payout: '1.00', status: 'approved', goal: 'tutorial' },
      })
  }
}

async function draw(world: WallWorld, [colour, path]: readonly [string, string]): Promise<Buffer> {
  const page = await world.browser.newPage({ viewport: { width: 192, height: 192 } })
  await page.setContent(
    `<body style="margin:0"><svg width="192" height="192" viewBox="0 0 96 96"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${colour}"/><stop offset="1" stop-color="#12202e"/></linearGradient></defs><rect width="96" height="96" fill="url(#g)"/><path d="${path}" fill="#fff" fill-opacity=".92" fill-rule="evenodd"/></svg>`,
  )
  const png = await page.screenshot({ type: 'png' })
  await page.close()
  return png
}

async function take(world: WallWorld, { path, language = 'en', options }: Shot, file: string): Promise<void> {
  const page = await world.visit(`${path}?session=${world.sessionOf('ada')}&lang=${language}`, options)
  await page.evaluate(
    `Promise.all([...document.images].map((one) => one.complete || new Promise((done) => { one.onload = one.onerror = done; setTimeout(done, 5000) })))`,
  )
  await page.screenshot({ path: file })
  await page.context().close()
  const { size } = await stat(file)
  if (size > kBMax * 1024) throw new Error(`${file} has ${size} bytes, more than ${kBMax} kB`)
  console.log(`${file}: ${Math.round(size / 1024)} kB`)
}
