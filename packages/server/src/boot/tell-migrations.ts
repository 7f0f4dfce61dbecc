import type { Log } from '../ports/ports.ts'
import { notOpenYet } from '../store/pg/late-database.ts'
import type { MigrationProgress } from '../store/pg/migrate.ts'

/** One that takes longer says so, again and again: whoever waits must see that it is at work. */
const sayEveryMs = 5_000

interface TellNeeds {
  readonly log: Pick<Log, 'info'>
  readonly monotonicMs: () => number
  /** Why nothing else can be asked of the database meanwhile, as the end of a sentence. */
  readonly wait: (reason: () => string) => void
}

/**
 * Says how far the migrations are: in the log, and to whoever asks why the service is not ready. Those of a new database
 * are many, and none of them has anything to do.
 */
export function tellMigrations({
  log,
  monotonicMs,
  wait,
}: TellNeeds): (progress: MigrationProgress | undefined) => void {
  let timer: NodeJS.Timeout | undefined
  let isNew: boolean | undefined
  let current: string | undefined
  return (progress) => {
    // Its tables were busy, and it is tried again: that is one wait.
    if (progress !== undefined && progress.name === current) return
    clearInterval(timer)
    current = progress?.name
    if (progress === undefined) return wait(() => notOpenYet)
    const { name, done, of } = progress
    isNew ??= done === 0
    const startMs = monotonicMs()
    const seconds = (): number => Math.round((monotonicMs() - startMs) / 1000)
    wait(
      () => `its tables are brought up to date: migration ${done + 1} of ${of}, ${name}, for ${seconds()} s`,
    )
    if (!isNew) log.info({ name, done, of }, 'migration began')
    timer = setInterval(
      () => log.info({ name, done, of, seconds: seconds() }, 'migration still at work'),
      sayEveryMs,
    )
    timer.unref()
  }
}
