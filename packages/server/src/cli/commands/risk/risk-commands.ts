import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  crossValidate,
  evaluateWeights,
  fitToWorlds,
  type LabelledUser,
} from '@quoin/core/risk/backtest/back-test.ts'
import { drawChart } from '@quoin/core/risk/backtest/draw-chart.ts'
import { Replay } from '@quoin/core/risk/backtest/replay.ts'
import { isVersion, shippedWeights, versionMustBe } from '@quoin/core/risk/weights.ts'
import { Command, InvalidArgumentError } from 'commander'
import { FileAddressDirectory } from '../../../adapters/addresses/address-directory.ts'
import { isBot } from '../../../adapters/bots.ts'
import { buildAddressTable } from '../../../adapters/addresses/build-address-table.ts'
import { openGeo } from '../../../adapters/addresses/geo.ts'
import { readEvents, readLabels, readWeightsFile } from '../../../adapters/risk-weights/risk-files.ts'
import { writeWhole } from '../../../adapters/write-whole.ts'
import { addressFilesOf, readSettings } from '../../../settings/config.ts'
import { showRisk } from '../../../features/devices/show-risk.ts'
import { runCommand } from '../../open-command.ts'
import { numberFrom, percent, wholeNumber } from '../../options.ts'
import { printFigures } from '../../print-figures.ts'
import { refitCommand, weightsCommands } from './weights-commands.ts'
import { terminal } from '../../terminal.ts'
import { withRisk } from '../people/users-commands.ts'

interface Files {
  readonly events: string
  readonly labels: string
}

/** `quoin risk …`: the back-test and the fit need no database. */
export function riskCommands(): Command {
  const risk = new Command('risk')
  withFiles(risk.command('evaluate'))
    .description('replay events through the engine and say how well its scores tell fraud from honest users')
    .option('--weights <file>', 'a weights file, as `risk fit` writes it (default: the shipped weights)')
    .option('--cross-validate', 'also fit to parts of the users and score the others, by person and by time')
    .option('--json', 'figures as JSON')
    .option('--chart <file>', 'write a reliability diagram as SVG')
    .action(evaluate)
  risk
    .command('fit')
    .requiredOption(
      '--events <file>',
      'one JSON object a line; once more for each further world',
      collect,
      [],
    )
    .requiredOption('--labels <file>', 'the labels of each, in the same order', collect, [])
    .description('fit non-negative weights, shrunk to the present ones, and calibrate them')
    .requiredOption('--out <file>', 'where the weights go')
    .option('--weights <file>', 'the weights to begin with (default: the shipped ones)')
    .option('--name <name>', 'version of the new weights, stored with every score', versionName, 'fitted')
    .option(
      '--fraud-share <percent>',
      'share of fraud among all users (default: that of the labels)',
      percent,
    )
    .action(fit)
  risk
    .command('refresh-addresses')
    .description('take a newer ASN database into use, without a restart')
    .requiredOption(
      '--ipv4 <file>',
      'CSV: first address, last address, number, name (asn-ipv4.csv of ip-location-db)',
    )
    .requiredOption('--ipv6 <file>', 'the same for IPv6')
    .requiredOption('--source <text>', 'name, date and licence of the data, kept with it')
    .option('--out <file>', 'where the table goes (default: addresses.bin.gz in DATA_DIR)')
    .action(refreshAddresses)
  risk
    .command('show')
    .argument('<appId>', 'as `apps list` shows it', wholeNumber)
    .argument('<userId>', 'as the publisher knows them')
    .description('show how risky a user is now, and the last scores with their reasons')
    .option('--test', 'the user of test calls')
    .option('--limit <n>', 'how many scores', numberFrom(1, 500), 20)
    .action((appId: number, userId: string, { test, limit }: { test?: boolean; limit: number }) =>
      runCommand(async (ports) =>
        showRisk(await withRisk(ports), { appId, userId, isTest: test === true, limit }),
      ),
    )
  risk.addCommand(weightsCommands())
  risk.addCommand(refitCommand())
  return risk
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

/** The members of a weights file: another name would make a file that nothing reads. */
function versionName(text: string): string {
  if (isVersion(text)) return text
  throw new InvalidArgumentError(`It ${versionMustBe}.`)
}

function withFiles(command: Command): Command {
  return command
    .requiredOption('--events <file>', 'one JSON object a line; .gz or plain')
    .requiredOption('--labels <file>', 'one JSON object a line: user_id, fraud, and if known kind, person_id')
}

interface EvaluateOptions extends Files {
  readonly weights?: string
  readonly crossValidate?: boolean
  readonly json?: boolean
  readonly chart?: string
}

async function evaluate({
  weights: path,
  crossValidate: isCrossed,
  json,
  chart,
  ...files
}: EvaluateOptions): Promise<void> {
  const weights = path === undefined ? shippedWeights : readWeightsFile(path)
  const { users, unlabelled, unseen } = await replayFiles(files)
  const figures = evaluateWeights(users, weights)
  const crossed = isCrossed ? crossValidate(users, weights) : undefined
  if (chart !== undefined) writeFileSync(chart, drawChart(figures, `Risk score, weights ${weights.version}`))
  const report = { weights_version: weights.version, ...figures, unlabelled, unseen }
  if (json)
    terminal().print(JSON.stringify(crossed ? { ...report, cross_validated: crossed } : report, null, 2))
  else terminal().print(printFigures(report, crossed))
}

interface FitOptions {
  readonly events: readonly string[]
  readonly labels: readonly string[]
  readonly out: string
  readonly weights?: string
  readonly name: string
  readonly fraudShare?: number
}

async function fit({ out, weights: path, name, fraudShare, ...files }: FitOptions): Promise<void> {
  if (files.events.length !== files.labels.length) {
    throw new Error('Each --events needs its --labels, in the same order.')
  }
  const from = path === undefined ? shippedWeights : readWeightsFile(path)
  const worlds: (readonly LabelledUser[])[] = []
  for (const [index, events] of files.events.entries()) {
    const { users } = await replayFiles({ events, labels: files.labels[index] ?? '' })
    worlds.push(users)
  }
  const users = worlds.flat()
  const fitted = fitToWorlds(worlds, { version: name, from, fraudShare })
  writeWhole(out, `${JSON.stringify(fitted, null, 2)}\n`)
  const before = evaluateWeights(users, from)
  const after = evaluateWeights(users, fitted)
  terminal().print(
    JSON.stringify(
      {
        written: out,
        users: users.length,
        before: { auc: before.auc, ece: before.ece, brier: before.brier },
        // On the users it was fitted to: `risk evaluate --cross-validate` says what it is worth on others.
        after_in_sample: { auc: after.auc, ece: after.ece, brier: after.brier },
      },
      null,
      2,
    ),
  )
}

interface Replayed {
  readonly users: readonly LabelledUser[]
  /** Users without a label, and labels whose user never submitted: left out of every figure. */
  readonly unlabelled: number
  readonly unseen: number
}

async function replayFiles({ events, labels: labelsPath }: Files): Promise<Replayed> {
  const labels = await readLabels(labelsPath)
  const settings = readSettings(terminal().environment)
  const geo = openGeo(settings.geoDatabase === null ? {} : { path: settings.geoDatabase })
  const addresses = new FileAddressDirectory(addressFilesOf(settings))
  const replay = new Replay({
    countryOf: (address) => geo.countryOf(address),
    describeAddress: (address) => addresses.describe(address),
    isBot,
  })
  const ordered = (await Array.fromAsync(readEvents(events))).sort((a, b) => a.atMs - b.atMs)
  for (const event of ordered) replay.apply(event)
  const replayed = [...replay.users()]
  const users = replayed.flatMap((user) => {
    const label = labels.get(user.userId)
    return label === undefined ? [] : [{ ...label, ...user }]
  })
  if (users.length === 0) throw new Error(`No user of ${events} has a label in ${labelsPath}.`)
  return { users, unlabelled: replayed.length - users.length, unseen: labels.size - users.length }
}

async function refreshAddresses(options: {
  ipv4: string
  ipv6: string
  source: string
  out?: string
}): Promise<void> {
  const out = options.out ?? join(readSettings(terminal().environment).dataDir, 'addresses.bin.gz')
  const table = await buildAddressTable(options)
  writeWhole(out, table)
  terminal().print(JSON.stringify({ written: out, bytes: table.length, source: options.source }, null, 2))
}
