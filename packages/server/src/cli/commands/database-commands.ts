import { Command } from 'commander'
import { openLog } from '../../adapters/log/log.ts'
import { type AcceptancePlan, describeHost, planAcceptance } from '../../boot/accept-database.ts'
import { readSettings } from '../../settings/config.ts'
import { printResult } from '../print-result.ts'
import { terminal } from '../terminal.ts'
import { type WithActor, withActor } from '../with-actor.ts'

interface AcceptOptions extends WithActor {
  readonly host?: string
  readonly yes?: boolean
}

/** `quoin database …` */
export function databaseCommands(): Command {
  const database = new Command('database')
  withActor(database.command('accept'))
    .description(
      'go back to a server that is refused as earlier: says what was written since, asks, and audits',
    )
    .option('--host <host:port>', 'the host of DATABASE_URL to go back to; needed where several take writes')
    .option('--yes', 'do not ask: for scripts')
    .action(accept)
  return database
}

async function accept({ host, yes = false, actor }: AcceptOptions): Promise<void> {
  const given = readSettings(terminal().environment)
  const plan = await planAcceptance(given, { host, log: openLog('error') })
  if (!yes) {
    terminal().print(describePlan(plan))
    const answer = await terminal().ask(`Go back to ${plan.accepted}? Type yes: `)
    if (answer.trim() !== 'yes') throw new Error('Nothing was changed: the answer was not yes.')
  }
  const { acceptances } = await plan.accept(actor)
  const { accepted, hosts, remembered, writtenSince, newestHere } = plan
  const next = `Stop ${othersOf(plan)}, or take it out of DATABASE_URL: nothing is written there any more.`
  terminal().print(printResult({ accepted, acceptances, hosts, remembered, writtenSince, newestHere, next }))
}

function othersOf({ accepted, hosts }: AcceptancePlan): string {
  const others = hosts.map(({ host }) => host).filter((host) => host !== accepted)
  return others.length === 0 ? 'the server that is left' : others.join(', ')
}

function describePlan(plan: AcceptancePlan): string {
  return [...plan.hosts.map(describeHost), ...plan.remembered.map(describeMemory), describeLoss(plan)].join(
    '\n',
  )
}

function describeMemory({
  timeline,
  acceptances,
  firstWrittenAtMs,
  lastWrittenAtMs,
}: AcceptancePlan['remembered'][number]): string {
  const times =
    lastWrittenAtMs === 0 ? '' : `, from ${timeOf(firstWrittenAtMs)} to ${timeOf(lastWrittenAtMs)}`
  return `Written to by this machine: timeline ${timeline}, acceptances ${acceptances}${times}`
}

function describeLoss({ accepted, writtenSince, newestHere }: AcceptancePlan): string {
  if (writtenSince !== null) {
    const { host, clicks, conversions, postbacks } = writtenSince
    return `${host} alone has ${clicks} clicks, ${conversions} conversions and ${postbacks} postbacks: ${accepted} lacks them.`
  }
  const { clickAtMs, postbackAtMs } = newestHere
  const newest = [clickAtMs, postbackAtMs].filter((ms) => ms !== null)
  const until = newest.length === 0 ? 'none' : timeOf(Math.max(...newest))
  return `No later server answers. The newest click or postback of ${accepted}: ${until}; it lacks what was written since.`
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
