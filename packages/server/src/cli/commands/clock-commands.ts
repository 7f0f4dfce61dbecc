import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { tellDoubt } from '@quoin/core/time/trusted-clock.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { Command } from 'commander'
import { confirmClock } from '../../features/system/confirm-clock.ts'
import { compareClocks } from '../../features/system/keep-trusted-time.ts'
import type { Ports } from '../../ports/ports.ts'
import { runCommand } from '../open-command.ts'
import { type WithActor, withActor } from '../with-actor.ts'

/** `quoin clock …` */
export function clockCommands(): Command {
  const clock = new Command('clock')
  clock
    .command('show')
    .description(
      'show the trusted time, the doubt about the clock, and the weeks of clicks that are set aside',
    )
    .action(() => runCommand(showClock))
  withActor(clock.command('confirm'))
    .description("trust the database's clock as it is now, also if it stands far from where it was")
    .action(({ actor }: WithActor) =>
      runCommand(async (ports) => ({ trusted: timeOf((await confirmClock(ports, actor)).trustedMs) })),
    )
  return clock
}

async function showClock({ db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<object> {
  const { databaseMs, differenceMs } = await compareClocks({ store, clock }, db)
  const trusted = await store.trustedClock.findTrustedClock(db)
  const weeks = await store.setAsideWeeks.listSetAsideWeeks(db)
  return {
    database: timeOf(databaseMs),
    differenceSec: differenceMs / 1000,
    trusted: trusted === undefined ? null : timeOf(trusted.trustedMs),
    doubt: trusted === undefined || trusted.doubt === null ? null : tellDoubt(trusted),
    clicksSetAside: weeks.map(({ name, sinceMs }) => ({
      partition: name,
      since: timeOf(sinceMs),
      droppedAfter: timeOf(sinceMs + keptDays.clicksSetAside * dayMs),
    })),
  }
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString()
}
