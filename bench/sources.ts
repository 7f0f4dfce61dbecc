// npm run bench:sources [-- --offers 50000]: a source of offers with four prices each, beside redirects and lists.
import { parseArgs } from 'node:util'
import { startAffise } from '../test/support/feed-servers/affise.ts'
import type { NetworkOffer } from '../test/support/feed-servers/network-offer.ts'
import { openDatabase } from '../packages/server/src/store/pg/database.ts'
import { offersLoad, redirectLoad } from './loads.ts'
import { hasWrk, type Load, saturate } from './load.ts'
import { type QuoinServer, startQuoin } from './quoin-server.ts'
import { median, printTable, rounded, type Series } from './report.ts'

const { values } = parseArgs({ options: { offers: { type: 'string', default: '50000' } } })
const count = Number(values.offers)
const seconds = 4
const port = 18_490

/** Offers that pay otherwise in each of four countries; every tenth pays more in the next turn. */
function offersOf(turn: number): readonly NetworkOffer[] {
  return Array.from({ length: count }, (_, at): NetworkOffer => {
    const more = at % 10 === 0 ? turn * 0.1 : 0
    const amount = (base: number): string => (base + (at % 90) / 10 + more).toFixed(2)
    const others = ['US', 'FR', 'CH'].map((country, place) => ({
      countries: [country],
      revenue: amount(2 + place),
    }))
    return {
      id: String(100_000 + at),
      name: `Offer number ${at} of the network`,
      description:
        '<p>Install it &amp; reach level ten within a week of play.</p><ul><li>New users only 🎮</li></ul>',
      countries: ['DE'],
      platforms: at % 2 === 0 ? ['android'] : [],
      revenue: amount(1),
      prices: others,
      goals: [],
      status: 'active',
      isApproved: true,
      restrictions: '',
      link: `https://trk.example/click?o=${at}&a=77`,
    }
  })
}

interface Sourced {
  readonly server: QuoinServer
  readonly peakMb: () => number
}

/** The run after `runId`, once it has ended; `meanwhile` is done again and again until then. */
async function runOnce({ server }: Sourced, runId: number, meanwhile: () => Promise<void>) {
  const db = await openDatabase({ url: server.databaseUrl, connectionsMax: 1, statementTimeoutMs: 60_000 })
  try {
    await db.query('update sources set next_run_at = now(), paused_at = null')
    for (;;) {
      const [run] = await db.query<{ id: number; state: string; message: string | null; tookMs: number }>(
        `select id, state, message, (extract(epoch from coalesce(ended_at, now()) - began_at) * 1000)::bigint as "tookMs"
         from source_runs where id > $1 and exists (select from sources where lease is null) order by id desc limit 1`,
        [runId],
      )
      if (run !== undefined && run.state !== 'running') {
        await db.query('update sources set paused_at = now()')
        return run
      }
      await meanwhile()
    }
  } finally {
    await db.close()
  }
}

async function main(): Promise<void> {
  process.env['OUTGOING_ALLOW'] = '127.0.0.0/8'
  const network = await startAffise({ offers: offersOf(0) })
  const server = await startQuoin(10_000, port)
  const withWrk = await hasWrk()
  let peakMb = 0
  const watching = setInterval(() => {
    peakMb = Math.max(peakMb, server.rssMb())
  }, 250)
  try {
    await server.command('networks', 'create', 'feed', '--name', 'Feed', '--preset', 'affise')
    await server.command(
      ...['sources', 'create', 'feed', '--kind', 'affise', '--key-file', await server.keepText(network.key)],
      ...['--set', `api_host=${network.origin}`],
    )
    const sourced = { server, peakMb: () => peakMb }
    const first = await runOnce(
      sourced,
      0,
      async () => await new Promise((resolve) => setTimeout(resolve, 200)),
    )
    console.log(`first run: ${first.state} after ${first.tookMs} ms, ${first.message ?? ''}`)
    const startedMs = performance.now()
    await server.command('sources', 'apply', String(first.id))
    console.log(
      `applied in ${Math.round(performance.now() - startedMs)} ms, at most ${Math.round(peakMb)} MB until here`,
    )
    await new Promise((resolve) => setTimeout(resolve, 15_000))
    const loads: Readonly<Record<string, Load>> = {
      redirect: await redirectLoad(server),
      offers: offersLoad(server),
    }
    const series = new Map<string, Series>()
    const measure = async (suffix: string): Promise<void> => {
      for (const [name, load] of Object.entries(loads)) {
        const measured = await saturate(load, seconds, withWrk)
        const row = series.get(name + suffix) ?? { perSecond: [], p99Ms: [], failures: 0 }
        row.perSecond.push(measured.perSecond)
        row.p99Ms.push(measured.p99Ms)
        row.failures += measured.failures
        series.set(name + suffix, row)
      }
    }
    for (const load of Object.values(loads)) await saturate(load, 2, withWrk)
    let last = first.id
    for (let turn = 1; turn <= 3; turn += 1) {
      for (let round = 0; round < 3; round += 1) await measure(', alone')
      network.offers = offersOf(turn)
      const run = await runOnce(sourced, last, async () => await measure(', beside a run'))
      last = run.id
      console.log(`run ${turn}: ${run.state} after ${run.tookMs} ms, ${run.message ?? 'counts'}`)
    }
    console.log(printTable(series))
    const rate = (name: string): number => median(series.get(name)?.perSecond ?? [])
    const ratios = Object.keys(loads).map((name) => [
      name,
      rounded(rate(`${name}, beside a run`) / rate(`${name}, alone`)),
    ])
    console.log(JSON.stringify({ ...Object.fromEntries(ratios), peak_mb: Math.round(peakMb) }))
  } finally {
    clearInterval(watching)
    await server.stop()
    await network.close()
  }
}

await main()
