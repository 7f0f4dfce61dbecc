import { plainText } from '@quoin/core/plain-text.ts'
import { Command } from 'commander'
import { FileAddressDirectory } from '../../../adapters/addresses/address-directory.ts'
import { openGeo } from '../../../adapters/addresses/geo.ts'
import { WeightsFile } from '../../../adapters/risk-weights/weights-file.ts'
import { addressFilesOf } from '../../../settings/config.ts'
import { showUser } from '../../../features/users/show-user.ts'
import type { UserStory } from '../../../features/users/user-story.ts'
import { createListDirectory } from '../../../snapshots/directories/list-directory.ts'
import { LiveRiskFigures } from '../../../snapshots/live/live-risk-figures.ts'
import { loadWeights } from '../../../snapshots/load-weights.ts'
import { clickColumns } from '../conversions/clicks-commands.ts'
import { conversionListColumns } from '../conversions/conversion-list.ts'
import { withJson } from '../../list-options.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { numberFrom, wholeNumber } from '../../options.ts'
import { type Column, printTable, timeCell } from '../../print-table.ts'

interface ShowOptions {
  readonly test?: boolean
  readonly limit: number
  readonly json?: boolean
}

/** `quoin users …` */
export function usersCommands(): Command {
  const users = new Command('users')
  withJson(users.command('show'))
    .argument('<appId>', 'as `apps list` shows it', wholeNumber)
    .argument('<userId>', 'as the publisher knows them')
    .description('explain why a user got a reward or none: clicks, conversions, callbacks, risk and lists')
    .option('--test', 'the user of test calls')
    .option('--limit <n>', 'how many of each', numberFrom(1, 100), 20)
    .action((appId: number, userId: string, { test, limit, json }: ShowOptions) =>
      runCommand(
        async (ports) => showUser(await withRisk(ports), { appId, userId, isTest: test === true, limit }),
        { json, print: printStory },
      ),
    )
  return users
}

/** The lists and weights in force, read once: what a server has in memory. */
export async function withRisk(ports: CommandPorts) {
  const { db, store, clock, settings, log } = ports
  const lists = createListDirectory(await store.lists.listActiveEntries(db, clock.nowMs()))
  const file = new WeightsFile(settings.riskWeights, log).current()
  const learned = await loadWeights(db, log)
  const weights = settings.riskWeights === null ? (learned.active ?? file) : file
  const riskFigures = new LiveRiskFigures({ db, clock, log })
  await riskFigures.refresh()
  const lookUps = {
    geo: openGeo(settings.geoDatabase === null ? {} : { path: settings.geoDatabase }),
    addresses: new FileAddressDirectory(addressFilesOf(settings), log),
  }
  return { ...ports, ...lookUps, snapshots: { lists: () => lists }, riskWeights: () => weights, riskFigures }
}

const postbackColumns: readonly Column<UserStory['postbacks'][number]>[] = [
  { head: 'received at (UTC)', of: ({ receivedAtMs }) => timeCell(receivedAtMs) },
  { head: 'postback', of: ({ id }) => id },
  { head: 'outcome', of: ({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`) },
  { head: 'answered', of: ({ httpStatus }) => httpStatus },
]

const callbackColumns: readonly Column<UserStory['callbacks'][number]>[] = [
  { head: 'callback', of: ({ id }) => id },
  { head: 'event', of: ({ eventType }) => eventType },
  { head: 'endpoint', of: ({ endpoint }) => endpoint },
  { head: 'state', of: ({ state }) => state },
  { head: 'attempts', of: ({ attempts }) => attempts },
]

const listColumns: readonly Column<UserStory['lists'][number]>[] = [
  { head: 'entry', of: ({ id }) => id },
  { head: 'list', of: ({ action }) => action },
  { head: 'for', of: ({ appId }) => (appId === null ? 'all apps' : `app ${appId}`) },
  { head: 'reason', of: ({ reason }) => reason },
  { head: 'by', of: ({ actor }) => actor },
]

function printStory({ appId, userId, isTest, answers, risk, ...story }: UserStory): string {
  return [
    `User ${plainText(userId)} of app ${appId}${isTest ? ' (test)' : ''}`,
    ...answers.map((answer) => `- ${plainText(answer)}`),
    section('Clicks', printTable(clickColumns, story.clicks.items)),
    section('Conversions', printTable(conversionListColumns, story.conversions.items)),
    section('Postbacks of these clicks', printTable(postbackColumns, story.postbacks)),
    section('Callbacks', printTable(callbackColumns, story.callbacks)),
    section('Lists', printTable(listColumns, story.lists)),
    section('Risk', riskLine(risk)),
  ].join('\n')
}

function riskLine(risk: UserStory['risk']): string {
  if (risk === null) return 'No fingerprint was ever submitted.'
  const [last] = risk.assessments
  const reasons = last === undefined ? '' : `; last reasons: ${plainText(JSON.stringify(last.reasons))}`
  return `Score now ${risk.riskScoreNow ?? 'unknown'}, devices ${risk.devices}${reasons}`
}

function section(title: string, body: string): string {
  return `\n${title}\n${body}`
}
