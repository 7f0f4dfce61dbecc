import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { notFound } from '@quoin/core/errors.ts'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { Command } from 'commander'
import { learnInThread } from '../../../adapters/risk-weights/learn-in-thread.ts'
import { readWeightsFile } from '../../../adapters/risk-weights/risk-files.ts'
import { activateWeights } from '../../../features/risk/activate-weights.ts'
import { adoptWeights } from '../../../features/risk/adopt-weights.ts'
import { leaveWeights } from '../../../features/risk/leave-weights.ts'
import { readLearning } from '../../../features/risk/read-learning.ts'
import { refitWeights } from '../../../features/risk/refit-weights.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { numberFrom } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

/** `quoin risk weights …` */
export function weightsCommands(): Command {
  const weights = new Command('weights').description('weights that were learned from outcomes')
  weights
    .command('list')
    .description('list versions, newest first, with how they and the ones before did on users held out')
    .option('--limit <n>', 'how many', numberFrom(1, 500), 20)
    .action(({ limit }: { limit: number }) =>
      runCommand(async ({ db, store }) =>
        (await store.riskWeights.listWeights(db, limit)).map(({ weights: _shown, ...row }) => row),
      ),
    )
  weights
    .command('status')
    .description(
      'show which weights are in use and in the shadow, and the result of the last night of learning',
    )
    .action(() =>
      runCommand(async ({ db, store, settings }) => {
        const inUse = await store.riskWeights.listWeightsInUse(db)
        const versionOf = (wanted: string) => inUse.find(({ state }) => state === wanted)?.version ?? null
        return {
          // A file wins over what was learned.
          active: settings.riskWeights ?? versionOf('active') ?? 'shipped',
          candidate: versionOf('candidate'),
          learning: settings.riskWeights === null ? settings.riskLearning : 'off',
          lastNight: await store.riskWeights.findLastLearning(db),
        }
      }),
    )
  weights
    .command('show')
    .argument('<version>', 'as `risk weights list` shows it')
    .description('print one version with its weights, as `risk evaluate --weights` reads them')
    .action((version: string) =>
      runCommand(async ({ db, store }) => {
        const row = await store.riskWeights.findWeights(db, version)
        if (row === undefined) throw notFound(`There are no weights "${version}".`)
        return row
      }),
    )
  withActor(weights.command('activate'))
    .argument('<version>', 'as `risk weights list` shows it; shipped for those that Quoin comes with')
    .description('use a version from now on, in every process within a second')
    .action((version: string, { actor }: WithActor) =>
      runCommand(async (ports) => {
        await activateWeights(ports, { version, actor })
        return { version, activated: true }
      }),
    )
  withActor(weights.command('leave'))
    .argument('<version>', 'the one that waits, as `risk weights status` shows it')
    .description('leave a version that waits: it is not taken, and stays in the list')
    .action((version: string, { actor }: WithActor) =>
      runCommand(async (ports) => {
        await leaveWeights(ports, { version, actor })
        return { version, left: true }
      }),
    )
  weights
    .command('learned')
    .description('show what was learned last, what the gate says of it, and on whom it would tell')
    .action(() => runCommand(describeLearned))
  withActor(weights.command('adopt'))
    .argument('<file>', 'a weights file, as `risk fit` writes it')
    .description(
      'use your own weights from now on, in every process within a second; learning goes on from them',
    )
    .action((file: string, { actor }: WithActor) =>
      runCommand(async (ports) => {
        const weights = readWeightsFile(file)
        await adoptWeights(ports, { weights, actor })
        return { version: weights.version, activated: true }
      }),
    )
  addShadow(weights)
  return weights
}

async function describeLearned(ports: CommandPorts) {
  const { db, store, settings } = ports
  const active = (await store.riskWeights.listWeightsInUse(db)).find(({ state }) => state === 'active')
  const inUse = settings.riskWeights === null ? active?.weights : readWeightsFile(settings.riskWeights)
  const { learned, mode, current } = await readLearning({
    ...ports,
    riskWeights: () => inUse ?? shippedWeights,
  })
  const facts = { mode, active: current.version }
  if (learned === undefined) return { ...facts, learned: null }
  const { row, figures, points, moves } = learned
  return { ...facts, learned: { version: row.version, state: row.state, ...figures, points, moves } }
}

function addShadow(weights: Command): void {
  weights
    .command('shadow')
    .description('compare the scores of the candidate with those that were answered')
    .option('--days <n>', 'how far back', numberFrom(1, 180), 7)
    .action(({ days }: { days: number }) =>
      runCommand(async ({ db, store, clock }) => {
        const inUse = await store.riskWeights.listWeightsInUse(db)
        const candidate = inUse.find(({ state }) => state === 'candidate')
        if (candidate === undefined) return { candidate: null }
        const { version, figures } = candidate
        const sinceId = firstIdAt(clock.nowMs() - days * dayMs)
        const measured = await store.riskWeights.measureShadow(db, version, sinceId)
        return { candidate: version, figures, ...measured }
      }),
    )
}

/** `quoin risk refit` */
export function refitCommand(): Command {
  return withActor(new Command('refit'))
    .description('run a round of learning now; a candidate waits in the shadow')
    .action(({ actor }: WithActor) =>
      runCommand((ports) => refitWeights({ ...ports, learn: learnInThread }, { actor, mayActivate: false })),
    )
}
