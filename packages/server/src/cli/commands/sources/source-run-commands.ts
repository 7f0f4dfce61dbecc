import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import { leaseMs, type Verdict, verdicts } from '@quoin/core/sources/source.ts'
import type { Command } from 'commander'
import { applyWaiting, discardWaiting, undoRun } from '../../../features/sources/decide-run.ts'
import { patienceOfCommands } from '../../../features/sources/pull-feed.ts'
import { runSource } from '../../../features/sources/run-source.ts'
import type { SourceRun } from '../../../store/sources/source-runs.ts'
import { withJson } from '../../list-options.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { numberFrom, oneOf, wholeNumber } from '../../options.ts'
import { type Column, printTable } from '../../print-table.ts'
import { terminal } from '../../terminal.ts'
import { type WithActor, withActor } from '../../with-actor.ts'
import { momentOf, sourceNamed } from './source-named.ts'

const listMax = 500
/** A script can thus tell a run that waits for a person from one that failed. */
const waits = 2
const failed = 1

/** Commands about the runs of sources. */
export function addRuns(sources: Command): void {
  withActor(sources.command('pull'))
    .argument('<source>', 'its name')
    .description('ask its network now. Exit code 2: the run waits for a person')
    .option('--apply', 'let the run count, if it waits')
    .action((source: string, { apply = false, actor }: WithActor & { apply?: boolean }) =>
      runCommand(async (ports) => {
        const run = await pull(ports, source, actor)
        if (apply && run.state === 'waiting') await applyWaiting(ports, { runId: run.runId, actor })
        else if (run.state === 'waiting') terminal().setExitCode(waits)
        if (run.state === 'failed') terminal().setExitCode(failed)
        return apply && run.state === 'waiting' ? { ...run, state: 'applied' } : run
      }),
    )
  withJson(sources.command('runs'))
    .argument('<source>', 'its name')
    .description('list its last runs, newest first')
    .option('--limit <n>', 'how many', numberFrom(1, listMax), 50)
    .action((source: string, { limit, json }: { limit: number; json?: boolean }) =>
      runCommand((ports) => listRuns(ports, source, limit), {
        json,
        print: (rows) => printTable(runColumns, rows),
      }),
    )
  withJson(sources.command('offers'))
    .argument('<run>', 'id of a run, as `sources runs` shows it', wholeNumber)
    .description('list the offers of a run that were not as before, with the reasons')
    .option('--verdict <verdict>', verdicts.join(', '), oneOf(...verdicts))
    .option('--limit <n>', 'how many', numberFrom(1, listMax), 100)
    .action((runId: number, options: { verdict?: Verdict; limit: number; json?: boolean }) =>
      runCommand((ports) => listOffers(ports, runId, options), {
        json: options.json,
        print: (rows) => printTable(offerColumns, rows),
      }),
    )
  addDecision(sources, 'apply', 'let a run count that waits', async (ports, decided) => {
    await applyWaiting(ports, decided)
    return { runId: decided.runId, state: 'applied' }
  })
  addDecision(
    sources,
    'discard',
    'leave a run aside that waits: the offers stay as they are',
    async (ports, decided) => {
      await discardWaiting(ports, decided)
      return { runId: decided.runId, state: 'replaced' }
    },
  )
  withActor(sources.command('undo'))
    .argument('<run>', 'id of a run, as `sources runs` shows it', wholeNumber)
    .description('take a run back: what nobody has changed since is as it was. The source is paused')
    .option('--keep-running', 'do not pause the source, although its next run brings all of it again')
    .action((runId: number, { keepRunning = false, actor }: WithActor & { keepRunning?: boolean }) =>
      runCommand((ports) => undoRun(ports, { runId, actor, isPausing: !keepRunning })),
    )
}

type Decide = (ports: CommandPorts, decided: { runId: number; actor: string }) => Promise<object>

function addDecision(sources: Command, verb: string, description: string, decide: Decide): void {
  withActor(sources.command(verb))
    .argument('<run>', 'id of a run, as `sources runs` shows it', wholeNumber)
    .description(description)
    .action((runId: number, { actor }: WithActor) => runCommand((ports) => decide(ports, { runId, actor })))
}

async function pull(ports: CommandPorts, source: string, actor: string) {
  const { id } = await sourceNamed(ports, source)
  const lease = ports.newId()
  const taken = await ports.store.sources.takeSource(ports.db, { id, lease, leaseMs })
  if (taken === undefined) throw invalidRequest('A run of the source is under way: wait until it has ended.')
  return await runSource(ports, {
    source: taken,
    lease,
    actor,
    stopping: new AbortController().signal,
    patience: patienceOfCommands,
  })
}

async function listRuns(ports: CommandPorts, source: string, limit: number): Promise<readonly SourceRun[]> {
  const { id: sourceId } = await sourceNamed(ports, source)
  const slice = { sort: 'time', isDescending: true, after: null, limit }
  return (await ports.store.sourceRuns.listRunPage(ports.db, { sourceId, state: null }, slice)).rows
}

async function listOffers(
  { db, store }: CommandPorts,
  runId: number,
  { verdict = null, limit }: { readonly verdict?: Verdict | null; readonly limit: number },
) {
  if ((await store.sourceRuns.findRun(db, runId)) === undefined) throw notFound(`There is no run ${runId}.`)
  const slice = { sort: 'external_id', isDescending: false, after: null, limit }
  return (await store.runOffers.listRunOfferPage(db, { runId, verdict, search: null }, slice)).rows
}

const runColumns: readonly Column<SourceRun>[] = [
  { head: 'run', of: ({ id }) => id },
  { head: 'began', of: ({ beganAtMs }) => momentOf(beganAtMs) },
  { head: 'state', of: ({ state }) => state },
  { head: 'offers', of: ({ ours }) => ours },
  { head: 'theirs', of: ({ theirs }) => theirs },
  { head: 'new', of: ({ counts }) => counts.new },
  { head: 'changed', of: ({ counts }) => counts.changed },
  { head: 'held', of: ({ counts }) => counts.held },
  { head: 'forbidden', of: ({ counts }) => counts.forbidden },
  { head: 'why', of: ({ message }) => message },
]

const offerColumns: readonly Column<Awaited<ReturnType<typeof listOffers>>[number]>[] = [
  { head: 'id', of: ({ externalId }) => externalId },
  { head: 'name', of: (offer) => offer.name },
  { head: 'verdict', of: ({ verdict }) => verdict },
  { head: 'why', of: ({ reasons }) => reasons.join(' ') },
  {
    head: 'changes',
    of: ({ changes }) =>
      changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`).join('; '),
  },
  { head: 'yours', of: ({ own }) => own.join(', ') },
]
