/** The moments of a start, in their usual order; those of the database and of the program lie side by side. */
export type StartMoment =
  | 'program begun'
  | 'PostgreSQL ready'
  | 'database open'
  | 'program loaded'
  | 'routes built'
  | 'services open'
  | 'memory loaded'
  | 'demo kept'
  | 'serving'

const prefix = 'quoin start: '

export function markStart(moment: StartMoment): void {
  performance.mark(`${prefix}${moment}`)
}

/** The moments until now, in milliseconds since the process began. */
export function tellStart(): Readonly<Record<string, number>> {
  const marks = performance.getEntriesByType('mark').filter(({ name }) => name.startsWith(prefix))
  return Object.fromEntries(
    marks.map(({ name, startTime }) => [name.slice(prefix.length), Math.round(startTime)]),
  )
}
