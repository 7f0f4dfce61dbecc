/** The moments of a start, in their usual order; those of the database and of the program lie side by side. */
type StartMoment =
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

/** When the process began, and the moments until now, in milliseconds since then. */
export function tellStart(): { readonly beganAtMs: number; readonly ms: Readonly<Record<string, number>> } {
  const marks = performance.getEntriesByType('mark').filter(({ name }) => name.startsWith(prefix))
  return {
    beganAtMs: Math.round(performance.timeOrigin),
    ms: Object.fromEntries(
      marks.map(({ name, startTime }) => [name.slice(prefix.length), Math.round(startTime)]),
    ),
  }
}
