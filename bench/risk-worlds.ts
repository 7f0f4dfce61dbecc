// npm run bench:risk-worlds -- --world NAME=EVENTS,LABELS [--world …] [--start W] [--out W] [--floor F] [--json]
// Each world by weights that were fitted to the others, beside weights that were fitted to all and, by person, to parts of
// all; with a world of our own. Begins with weights that were set by hand, for the shipped ones have seen most of them.
// Then what is learned of each world by labels of its own, as a server makes them; `--floor` writes the worlds that learned
// weights are judged by.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  evaluateWeights,
  fitToUsers,
  fitToWorlds,
  type LabelledUser,
  measureAtShare,
  scoreByPerson,
  scoreByTime,
  worstOf,
} from '@quoin/core/risk/backtest/back-test.ts'
import { type Label, readEvent, readLabel, type RiskEvent } from '@quoin/core/risk/backtest/events.ts'
import type { Figures } from '@quoin/core/risk/backtest/metrics.ts'
import { Replay } from '@quoin/core/risk/backtest/replay.ts'
import { FileAddressDirectory } from '../packages/server/src/adapters/addresses/address-directory.ts'
import { isBot } from '../packages/server/src/adapters/bots.ts'
import { openGeo } from '../packages/server/src/adapters/addresses/geo.ts'
import {
  readEvents,
  readLabels,
  readWeightsFile,
} from '../packages/server/src/adapters/risk-weights/risk-files.ts'
import { writeWhole } from '../packages/server/src/adapters/write-whole.ts'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import { writeFloorWorlds } from '../packages/server/src/adapters/risk-weights/floor-worlds.ts'
import { type Earnings, learnFrom } from './risk-worlds/learned.ts'
import { makeWorldC } from './risk-worlds/world-c.ts'

const { values } = parseArgs({
  options: {
    world: { type: 'string', multiple: true, default: [] },
    start: { type: 'string' },
    out: { type: 'string' },
    seed: { type: 'string', default: '7' },
    floor: { type: 'string' },
    json: { type: 'boolean' },
  },
})

const kindMin = 50
const geo = openGeo({})
const addresses = new FileAddressDirectory({ refreshedTable: null, asnDatabase: null, lists: [] })
const needs = {
  countryOf: (address: string) => geo.countryOf(address),
  describeAddress: (address: string) => addresses.describe(address),
  isBot,
}

function known<Row>(row: Row | Error): Row {
  if (row instanceof Error) throw row
  return row
}

interface Replayed {
  readonly users: LabelledUser[]
  readonly earnings: Earnings
}

async function replayFiles(events: string, labelsPath: string): Promise<Replayed> {
  const ordered = (await Array.fromAsync(readEvents(events))).sort((a, b) => a.atMs - b.atMs)
  return replayed(ordered, await readLabels(labelsPath))
}

function replayOwn(seed: number): Replayed {
  const world = makeWorldC({ seed, users: 8_000, fraudShare: 0.12 })
  const labels = world.labels.map((row) => known(readLabel(row)))
  return replayed(
    world.events.map((row) => known(readEvent(row))),
    new Map(labels.map((label) => [label.userId, label])),
  )
}

function replayed(events: readonly RiskEvent[], labels: ReadonlyMap<string, Label>): Replayed {
  const replay = new Replay(needs)
  const clicked = new Map<string, number>()
  const earned = new Map<string, Map<string, number>>()
  for (const event of events) {
    replay.apply(event)
    if (event.type === 'click') clicked.set(event.clickId, event.offerId)
    if (event.type !== 'conversion') continue
    const own = earned.get(event.userId) ?? new Map<string, number>()
    earned.set(event.userId, own.set(event.clickId, clicked.get(event.clickId) ?? 0))
  }
  return {
    users: labelled(replay, labels),
    earnings: new Map([...earned].map(([user, offers]) => [user, [...offers.values()]])),
  }
}

function labelled(replay: Replay, labels: ReadonlyMap<string, Label>): LabelledUser[] {
  return [...replay.users()].flatMap((user) => {
    const label = labels.get(user.userId)
    return label === undefined ? [] : [{ ...label, ...user }]
  })
}

function rowOf(world: string, by: string, figures: Figures): Record<string, string | number> {
  const worst = Object.entries(figures.fpr_by_kind_at85)
    .filter(([kind]) => (figures.n_by_kind[kind] ?? 0) >= kindMin)
    .sort(([, a], [, b]) => b - a)[0] ?? ['none', 0]
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`
  return {
    world,
    by,
    users: figures.users,
    auc: figures.auc.toFixed(3),
    recall1: figures.recall_at_fpr1.toFixed(3),
    honest85: percent(figures.at85.fpr),
    recall85: percent(figures.at85.recall),
    ece: figures.ece.toFixed(3),
    worst: `${worst[0]} ${percent(worst[1])}`,
  }
}

const start = readWeightsFile(
  values.start ?? fileURLToPath(new URL('./risk-worlds/hand-weights.json', import.meta.url)),
)
const worlds: [string, LabelledUser[]][] = []
const earningsOf = new Map<string, Earnings>()
const addWorld = (name: string, { users, earnings }: Replayed): void => {
  worlds.push([name, users])
  earningsOf.set(name, earnings)
}
for (const world of values.world) {
  const [name = '', files = ''] = world.split('=')
  const [events = '', labels = ''] = files.split(',')
  addWorld(name, await replayFiles(events, labels))
}
addWorld('world C', replayOwn(Number(values.seed)))
const fit = (version: string, users: readonly LabelledUser[][]) =>
  fitToWorlds(users, { version, from: start })
const all = fit(
  'all',
  worlds.map(([, users]) => users),
)
const report = worlds.map(([name, users]) => {
  const others = worlds.filter(([other]) => other !== name).map(([, other]) => other)
  const withoutIt = others.length > 0 ? fit(`without-${name}`, others) : undefined
  return {
    name,
    by_hand: evaluateWeights(users, start),
    left_out: withoutIt && evaluateWeights(users, withoutIt),
    by_person: scoreByPerson(users, (seen) => fit('fold', [seen, ...others])),
    alone_by_person: scoreByPerson(users, (seen) => fitToUsers(seen, { version: 'fold', from: start })),
    by_time: scoreByTime(users, (seen, given) =>
      fitToWorlds([seen, ...others], { version: 'past', from: start, ...given }),
    ),
    in_sample: evaluateWeights(users, all),
    at_shares: [0.03, 0.1, 0.3].map((share) => measureAtShare(users, withoutIt ?? all, share)),
  }
})
/** The labels that are learned of a world, beside weights that have seen none of it. */
const labelCounts = [500, 1_500, 5_000]
const learnSeeds = [1, 2, 3]
const learned = worlds.flatMap(([name, users]) => {
  const others = worlds.filter(([other]) => other !== name).map(([, other]) => other)
  if (others.length === 0) return []
  const current = fit(`without-${name}`, others)
  const inside = scoreByPerson(users, (seen) => fitToUsers(seen, { version: 'fold', from: start }))
  const after = labelCounts.map((labels) => {
    const runs = learnSeeds.map((seed) =>
      evaluateWeights(users, learnFrom(users, earningsOf.get(name) ?? new Map(), { current, labels, seed })),
    )
    return { labels, runs }
  })
  return [{ name, without: evaluateWeights(users, current), inside, after }]
})
const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const learnedRows = learned.flatMap(({ name, without, inside, after }) => [
  rowOf(name, 'never seen', without),
  ...after.map(({ labels, runs }) => ({
    ...rowOf(name, `${labels} labels`, runs[0] ?? without),
    auc: middle(runs.map(({ auc }) => auc)).toFixed(3),
    recall1: middle(runs.map((run) => run.recall_at_fpr1)).toFixed(3),
    ece: middle(runs.map(({ ece }) => ece)).toFixed(3),
    auc_least: Math.min(...runs.map(({ auc }) => auc)).toFixed(3),
  })),
  rowOf(name, 'taught inside', inside),
])
if (values.floor !== undefined) {
  const floor = worlds.map(([name, users]) => ({
    name,
    users: users.map((user) => ({ isFraud: user.isFraud, shares: worstOf(user, shippedWeights) })),
  }))
  writeWhole(values.floor, writeFloorWorlds(floor))
}
if (values.out !== undefined) writeWhole(values.out, `${JSON.stringify(all, null, 2)}\n`)
if (values.json) console.log(JSON.stringify({ weights: all, report, learned }, null, 2))
else {
  console.table(
    report.flatMap(({ name, at_shares: _, ...ways }) =>
      Object.entries(ways).flatMap(([by, figures]) => (figures ? [rowOf(name, by, figures)] : [])),
    ),
  )
  console.table(learnedRows)
  console.table(
    report.flatMap(({ name, at_shares }) =>
      at_shares.map(({ below10, ...figures }) => ({ world: name, ...figures, below10_was: below10.was })),
    ),
  )
}
