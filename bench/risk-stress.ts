// npm run bench:risk-stress -- --events F --labels F [--weights W] [--only WORDS] [--leave-out] [--json]
// The scorecard in worlds that are unlike the one it was made for; with --leave-out instead what fits make of each kind
// of users that they have not seen.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { evaluateWeights, type LabelledUser } from '@quoin/core/risk/backtest/back-test.ts'
import { readEvent, readLabel } from '@quoin/core/risk/backtest/events.ts'
import type { Figures } from '@quoin/core/risk/backtest/metrics.ts'
import { Replay } from '@quoin/core/risk/backtest/replay.ts'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import { FileAddressDirectory } from '../packages/server/src/adapters/addresses/address-directory.ts'
import { isBot } from '../packages/server/src/adapters/bots.ts'
import { openGeo } from '../packages/server/src/adapters/addresses/geo.ts'
import { readWeightsFile } from '../packages/server/src/adapters/risk-weights/risk-files.ts'
import type { Population, StressEvent, StressLabel } from './risk-stress/population.ts'
import { leaveOut, printLeftOut } from './risk-stress/left-out.ts'
import { mixes } from './risk-stress/mixes.ts'
import { scenarios } from './risk-stress/scenarios.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string' },
    labels: { type: 'string' },
    weights: { type: 'string' },
    only: { type: 'string' },
    'leave-out': { type: 'boolean' },
    json: { type: 'boolean' },
  },
})

const geo = openGeo({})
const addresses = new FileAddressDirectory({ refreshedTable: null, asnDatabase: null, lists: [] })
const world = {
  countryOf: (address: string) => geo.countryOf(address),
  describeAddress: (address: string) => addresses.describe(address),
  isBot,
}

function readRows<Row>(path: string | undefined): Row[] {
  if (path === undefined) throw new Error('--events and --labels are needed')
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line))
}

function replay({ events, labels }: Population): LabelledUser[] {
  const run = new Replay(world)
  for (const row of events) {
    const event = readEvent(row)
    if (event instanceof Error) throw event
    run.apply(event)
  }
  const known = new Map(
    labels.map((row) => {
      const label = readLabel(row)
      if (label instanceof Error) throw label
      return [label.userId, label]
    }),
  )
  return [...run.users()].flatMap((user) => {
    const label = known.get(user.userId)
    return label === undefined ? [] : [{ ...label, ...user }]
  })
}

const kindMin = 100

function rowOf(name: string, figures: Figures): Record<string, string | number> {
  const kinds = Object.entries(figures.fpr_by_kind_at85).filter(
    ([kind]) => (figures.n_by_kind[kind] ?? 0) >= kindMin,
  )
  const [worst, fpr] = kinds.sort(([, a], [, b]) => b - a)[0] ?? ['none', 0]
  const percent = (share: number): number => Number((100 * share).toFixed(2))
  return {
    name,
    auc: Number(figures.auc.toFixed(3)),
    first: Number(figures.auc_first.toFixed(3)),
    ece: Number(figures.ece.toFixed(3)),
    fpr85: percent(figures.at85.fpr),
    kind: percent(fpr),
    worst,
    r1: Number(figures.recall_at_fpr1.toFixed(3)),
    rec85: Number(figures.at85.recall.toFixed(3)),
    p85: percent(figures.at85.precision),
  }
}

const weights = values.weights === undefined ? shippedWeights : readWeightsFile(values.weights)
const population: Population = {
  events: readRows<StressEvent>(values.events),
  labels: readRows<StressLabel>(values.labels),
}
if (values['leave-out']) {
  const rows = leaveOut(replay(population), weights)
  console.log(values.json ? JSON.stringify(rows) : printLeftOut(rows))
} else {
  const rows = runWorlds()
  console.log(values.json ? JSON.stringify(rows) : printWorlds(rows))
}

function runWorlds(): Record<string, string | number>[] {
  const rows: Record<string, string | number>[] = []
  let original: LabelledUser[] = []
  for (const [name, change] of Object.entries(scenarios)) {
    if (values.only !== undefined && !name.includes(values.only) && name !== 'as it is') continue
    const users = replay(change(population, world))
    if (name === 'as it is') original = users
    rows.push(rowOf(name, evaluateWeights(users, weights)))
  }
  for (const [name, mix] of Object.entries(mixes)) {
    if (values.only !== undefined && !name.includes(values.only)) continue
    rows.push(rowOf(name, evaluateWeights(mix(original), weights)))
  }
  return rows
}

function printWorlds(rows: readonly Record<string, string | number>[]): string {
  const lines = rows.map(({ name, ...cells }) => {
    const padded = Object.values(cells).map((cell) => String(cell).padStart(8))
    return `${padded.join(' ')}   ${name}`
  })
  return lines.join('\n')
}
