import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readOfferFile } from '../packages/server/src/adapters/offer-files/offer-files.ts'
import { createDemo } from '../packages/server/src/features/demo/create-demo.ts'
import { beginMonth } from '../packages/server/src/features/demo/month/begin-month.ts'
import { fillMonth } from '../packages/server/src/features/demo/month/fill-month.ts'
import { openBrowser, staffByCookie } from './support/browser.ts'
import { repository } from './support/run-program.ts'
import { onTestServer } from './support/test-server.ts'
import { takeWallShots } from './support/wall-shots.ts'
import { rollUpAll } from './support/roll-up-all.ts'
import { createWorld, type World } from './support/world.ts'

/**
 * Makes the pictures of the README from the demo as everybody has it: `npm run screenshots`. With a folder and paths,
 * pictures of these pages instead, in both widths and themes: `npm run screenshots -- /tmp/shots /dashboard/ops/money`.
 * `npm run screenshots -- wall` takes those of the wall alone.
 */
const [folder, ...paths] = process.argv.slice(2)
const examples = join(repository, 'examples')
const kBMax = 200
/** Pages with a stream are never idle; charts draw once they know their width. */
const settleMs = 4_000

await onTestServer(async (settings) => {
  Object.assign(process.env, settings)
  if (folder === undefined || folder === 'wall') await takeWallShots(join(repository, 'docs', 'images'))
  if (folder === 'wall') return
  const world = await openDemoWorld()
  const browser = await openBrowser(world)
  try {
    if (folder === undefined) await takeForReadme(browser)
    else await takeAll(browser, folder)
  } finally {
    await browser.close()
    await world.close()
  }
})

async function openDemoWorld(): Promise<World> {
  const world = await createWorld({ people: staffByCookie, follows: true })
  await createDemo(world.ports, readOfferFile(join(examples, 'offers.csv')))
  await beginMonth(world.ports)
  await fillMonth(world.ports, {
    readCatalogue: () => readOfferFile(join(examples, 'demo-offers.csv')),
    signal: new AbortController().signal,
    pause: async () => {},
  })
  await rollUpAll(world.ports)
  return world
}

type Browser = Awaited<ReturnType<typeof openBrowser>>

async function takeForReadme(browser: Browser): Promise<void> {
  const pages = {
    overview: '/dashboard/ops',
    statistics: '/dashboard/ops/statistics',
  }
  for (const [name, path] of Object.entries(pages)) {
    const page = await browser.visit(path)
    await page.waitForLoadState('load')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(settleMs)
    if ((await page.getByText('There is no such page').count()) > 0)
      throw new Error(`There is no page ${path}`)
    const file = join(repository, 'docs', 'images', `${name}.png`)
    await mkdir(join(file, '..'), { recursive: true })
    await page.screenshot({ path: file })
    const { size } = await stat(file)
    if (size > kBMax * 1024) throw new Error(`${file} has ${size} bytes, more than ${kBMax} kB`)
    console.log(`${file}: ${Math.round(size / 1024)} kB`)
  }
}

async function takeAll(browser: Browser, into: string): Promise<void> {
  await mkdir(into, { recursive: true })
  for (const path of paths) {
    for (const width of [1280, 390] as const) {
      for (const scheme of ['light', 'dark'] as const) {
        const page = await browser.visit(path, { width, scheme })
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForTimeout(settleMs)
        const name = path.replace('/dashboard/', '').replaceAll(/\W+/g, '-')
        await page.screenshot({ path: join(into, `${name}-${width}-${scheme}.png`), fullPage: true })
      }
    }
  }
}
