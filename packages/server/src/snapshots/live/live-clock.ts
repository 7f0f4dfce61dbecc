import { differenceOf, isApart, tellDoubt, type TrustedClock } from '@quoin/core/time/trusted-clock.ts'
import { minuteMs } from '@quoin/core/time/durations.ts'
import type { Clock, Log } from '../../ports/ports.ts'
import { findTrustedClock, readDatabaseClock } from '../../store/system/trusted-clock.ts'
import type { Database } from '../../store/pg/database.ts'
import { readEvery } from './read-every.ts'

interface ClockNeeds {
  readonly db: Database
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: Log
}

/** How this process's clock and the database's stand to each other, and whether the latter is in doubt. */
export class LiveClock {
  readonly #needs: ClockNeeds
  #differenceMs = 0
  #trusted: TrustedClock | undefined

  constructor(needs: ClockNeeds) {
    this.#needs = needs
  }

  /** How far this process is ahead of the database. */
  get differenceSec(): number {
    return this.#differenceMs / 1000
  }

  /** A sentence for each thing that is odd; none when both clocks are trusted. */
  doubts(): readonly string[] {
    const apart = isApart(this.#differenceMs)
      ? [`The clock of this process differs from the database's by ${Math.round(this.differenceSec)} s.`]
      : []
    const trusted = this.#trusted
    if (trusted === undefined || trusted.doubt === null) return apart
    return [...apart, `The database's clock stands ${tellDoubt(trusted)} of where it was: it is in doubt.`]
  }

  async refresh(): Promise<void> {
    const { db, clock, log } = this.#needs
    const wasApart = isApart(this.#differenceMs)
    this.#trusted = await findTrustedClock(db)
    const sentMs = clock.nowMs()
    const databaseMs = await readDatabaseClock(db)
    this.#differenceMs = differenceOf({ sentMs, databaseMs, gotMs: clock.nowMs() })
    if (isApart(this.#differenceMs) === wasApart) return
    const facts = { seconds: Math.round(this.differenceSec) }
    if (wasApart) log.info(facts, 'clocks of process and database agree again')
    else
      log.warn(facts, 'clocks of process and database differ; nothing is decided here that cannot be undone')
  }

  follow(): () => Promise<void> {
    return readEvery(
      minuteMs,
      () => this.refresh(),
      (error) => this.#needs.log.warn({ err: error }, 'clock of the database could not be read'),
    )
  }
}
