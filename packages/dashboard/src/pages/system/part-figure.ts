import type { DataOf } from '../../api/operation-types.ts'
import { formatCount } from '../../format/format-number.ts'
import { formatSpan } from '../../format/format-time.ts'

export type SystemPart = DataOf<'getSystem'>['parts'][number]

/** 1.2 GB: in steps of 1,024, as systems count. */
function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let amount = bytes
  let step = 0
  while (amount >= 1024 && step < units.length - 1) {
    amount /= 1024
    step += 1
  }
  const shown = amount >= 100 || step === 0 ? Math.round(amount) : Math.round(amount * 10) / 10
  return `${formatCount(shown)} ${units[step]}`
}

const formats: Readonly<Record<SystemPart['unit'], (value: number) => string>> = {
  ms: (value) => `${formatCount(value)} ms`,
  seconds: (value) => (value === 0 ? '0 s' : formatSpan(value)),
  bytes: formatBytes,
  rows: (value) => `${formatCount(value)} ${value === 1 ? 'row' : 'rows'}`,
  count: formatCount,
}

export function formatFigure(value: number | null, unit: SystemPart['unit']): string {
  return value === null ? '–' : formats[unit](value)
}

/** The report as text, for a message to whoever helps. It holds no secret. */
export function writeReport(
  { version, started_at, parts, works }: DataOf<'getSystem'>,
  atMs: number,
): string {
  const lines = parts.map(({ title, state, value, limit, unit, detail }) => {
    const of = limit === null ? '' : ` of ${formatFigure(limit, unit)}`
    return `${state.padEnd(8)} ${title}: ${formatFigure(value, unit)}${of} (${detail})`
  })
  const head = `Quoin ${version}, ${new Date(atMs).toISOString()}, started ${new Date(started_at * 1000).toISOString()}`
  const ages = works.map(({ title, is_late: isLate, succeeded_at: at, age_seconds: ageSec }) => {
    const age = at === null ? 'no success yet' : `last success ${formatSpan(ageSec)} ago`
    return `${(isLate ? 'late' : 'ok').padEnd(8)} Work ${title}: ${age}`
  })
  return `${[head, ...lines, ...ages].join('\n')}\n`
}
