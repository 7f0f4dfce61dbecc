import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { DashboardFiles } from '../adapters/dashboard/dashboard-files.ts'
import { DocsPage } from '../adapters/docs/docs-page.ts'
import { openLog } from '../adapters/log/log.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { buildApp } from '../app.ts'
import { openPorts } from '../boot/ports/open-ports.ts'
import { createApp, type CreatedApp } from '../features/apps/create-app.ts'
import { keepTestOffers, testOfferPath } from '../features/catalogue/keep-test-offers.ts'
import { readSettings, withAddresses } from '../settings/config.ts'
import type { Database } from '../store/pg/database.ts'
import { version } from '../version.ts'

interface Trial {
  readonly db: Database
  readonly databaseUrl: string
  readonly dataDir: string
  readonly secret: string
}

type NoteCheck = (check: 'link' | 'postback', isHeld: boolean, detail: string) => void

/**
 * Serves a restored database to nobody but this trial: lists offers, follows a link and reports a conversion twice, in test
 * mode. No periodic work runs: nothing is sent to anybody. Ends at the first step that fails.
 */
export async function tryService(
  { db, databaseUrl, dataDir, secret }: Trial,
  note: NoteCheck,
): Promise<void> {
  const environment = { DATA_DIR: dataDir, DEMO: 'off', BASE_URL: 'http://localhost:8080' }
  const open = await openPorts({
    settings: withAddresses(readSettings(environment), 8080),
    secret,
    db,
    databaseUrl: () => databaseUrl,
    clock: systemClock,
    log: openLog('error'),
    environment,
  })
  await using stops = new AsyncDisposableStack()
  stops.defer(() => open.close())
  const server = await buildApp(open.ports, {
    version,
    isUnavailable: () => false,
    lagMs: () => 0,
    printMetrics: () => open.meters.print(),
    findUnready: async () => [],
    docs: new DocsPage(),
    dashboard: new DashboardFiles(),
  })
  stops.defer(() => server.close())
  await keepTestOffers(open.ports)
  const app = await createApp(open.ports, { name: 'Trial of a backup', publisher: 'Trial of a backup' })
  await takeSteps(server, app, note)
}

async function takeSteps(server: FastifyInstance, { test }: CreatedApp, note: NoteCheck): Promise<void> {
  const headers = { 'x-api-key': test.apiKey, 'x-api-secret': test.apiSecret }
  const userId = `trial-${randomUUID()}`
  const list = await server.inject({ url: `/api/v1/offers?userId=${userId}&limit=100`, headers })
  if (list.statusCode !== 200) return note('link', false, `A list was answered with ${list.statusCode}.`)
  const offers: { data: { name: string; link: string }[] } = list.json()
  const offer = offers.data.find(({ name }) => name === 'Test offer: for everybody')
  if (offer === undefined) return note('link', false, 'A list in test mode has no test offer.')
  const followed = await server.inject({ url: pathOf(offer.link), headers: { 'user-agent': 'Mozilla/5.0' } })
  const clickId = /click_id=([0-9a-f-]{36})/.exec(String(followed.headers.location))?.[1]
  if (clickId === undefined)
    return note('link', false, `A link was answered with ${followed.statusCode}, and leads to no click.`)
  note('link', true, `${offers.data.length} test offers, and a click on one of them`)
  // The page of a test offer knows how the network that it stands for reports.
  const page = (await server.inject({ url: `${testOfferPath}?click_id=${clickId}` })).body
  const action = /<form action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const report = new URL(action, 'http://localhost')
  for (const [, name = '', value = ''] of page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g))
    report.searchParams.set(name, value)
  report.searchParams.set('status', 'approved')
  for (const isRepeat of [false, true]) {
    const { statusCode, body } = await server.inject({ url: pathOf(report.href) })
    const { status, duplicate } = statusCode === 200 ? JSON.parse(body).data : {}
    if (status === 'approved' && duplicate === isRepeat) continue
    return note('postback', false, `A postback was answered with ${statusCode}: ${body}`)
  }
  note('postback', true, 'approved; its repeat: duplicate')
}

function pathOf(link: string): string {
  const { pathname, search } = new URL(link)
  return `${pathname}${search}`
}
