import { backMaxSec, type Outcome } from './outcome.ts'

const head = [
  'Failure',
  'Clicks',
  'Postbacks',
  'Lost',
  'Doubled',
  'Visitors, s',
  'Networks, s',
  'Lists, s',
  'By HAProxy, s',
  'By hosts, s',
  'Refused visitors, networks',
  'Back after the healing, s',
  'Held',
]

/** The Markdown of docs/reliability.md, with a sum of all. */
export function renderTable(outcomes: readonly Outcome[]): string {
  const rows = [head, head.map((_name, index) => (index === 0 ? '---' : '---:')), ...outcomes.map(cellsOf)]
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  return `${table}\n\n${renderSum(outcomes)}`
}

function cellsOf(outcome: Outcome): readonly string[] {
  if (outcome.skipped !== null)
    return [outcome.title, ...head.slice(2).map(() => ''), `not made: ${outcome.skipped}`]
  const { gapsSec, backAfterHealSec } = outcome
  return [
    outcome.title,
    ...[outcome.clicks, outcome.postbacks, outcome.lost, outcome.doubled].map((count) =>
      count.toLocaleString('en'),
    ),
    ...[gapsSec.visitors, gapsSec.networks, gapsSec.lists, gapsSec.byProxy, gapsSec.byHosts].map((sec) =>
      sec.toFixed(1),
    ),
    [outcome.refused.visitors, outcome.refused.networks].map(countRefused).join(', '),
    backAfterHealSec === null ? '' : backAfterHealSec.toFixed(1),
    describeHeld(outcome),
  ]
}

function countRefused(byStatus: Readonly<Record<string, number>>): string {
  return Object.values(byStatus)
    .reduce((sum, count) => sum + count, 0)
    .toLocaleString('en')
}

function describeHeld({ broken, note }: Outcome): string {
  const held = broken.length === 0 ? 'yes' : `no: ${broken.join('; ')}`
  return note === null ? held : `${held}; ${note}`
}

function renderSum(outcomes: readonly Outcome[]): string {
  const made = outcomes.filter(({ skipped }) => skipped === null)
  const sum = (read: (outcome: Outcome) => number): number =>
    made.reduce((total, outcome) => total + read(outcome), 0)
  const acknowledged = sum(({ clicks, postbacks }) => clicks + postbacks).toLocaleString('en')
  const held = made.filter(({ broken }) => broken.length === 0).length
  return (
    `${made.length} failures, ${held} of them held (writes back within ${backMaxSec} s): ${acknowledged} acknowledged, ` +
    `${sum(({ lost }) => lost)} lost, ${sum(({ doubled }) => doubled)} doubled.`
  )
}
