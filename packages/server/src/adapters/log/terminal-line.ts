import { plainText } from '@quoin/core/plain-text.ts'

const levelNames: Readonly<Record<number, string>> = { 20: 'debug ', 40: 'WARN ', 50: 'ERROR ', 60: 'ERROR ' }

/** A log line for a person at a terminal: `14:05:31 demo data created  offers=392 refused=0`. */
export function toTerminalLine(json: string): string {
  const { level, time, msg, err, ...facts } = JSON.parse(json) as Line // written by pino
  const clock = new Date(time).toTimeString().slice(0, 8)
  const shown = Object.entries(facts).map(([name, value]) => `${name}=${presentFact(value)}`)
  const error = err === undefined ? [] : [`(${err.message})`]
  const tail = [...error, ...shown].join(' ')
  return `${plainText(`${clock} ${levelNames[level] ?? ''}${msg}${tail === '' ? '' : `  ${tail}`}`)}\n`
}

interface Line {
  readonly level: number
  readonly time: string
  readonly msg: string
  readonly err?: { readonly message: string }
}

function presentFact(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
