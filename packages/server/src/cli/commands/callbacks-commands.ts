import { amountStyles, callbackMethods, reversalStyles } from '@quoin/core/callbacks/endpoint.ts'
import { type CallbackState, callbackStates } from '@quoin/core/callbacks/settle-attempt.ts'
import { endpointModes } from '@quoin/core/callbacks/stored-endpoint.ts'
import { readId } from '@quoin/core/tracking/click-id.ts'
import { notFound } from '@quoin/core/errors.ts'
import { Command } from 'commander'
import { callbackFormats } from '../../dialects/index.ts'
import { getEndpoint } from '../../features/callbacks/endpoints/change-endpoint.ts'
import { presentEndpoint } from '../../features/callbacks/endpoints/present-endpoint.ts'
import { removeEndpoint } from '../../features/callbacks/endpoints/remove-endpoint.ts'
import {
  type ReplayFilter,
  replayCallback,
  replayCallbacks,
} from '../../features/callbacks/replay-callbacks.ts'
import { rotateCallbackSecret } from '../../features/callbacks/endpoints/rotate-callback-secret.ts'
import { type EndpointChoices, setEndpoint } from '../../features/callbacks/endpoints/set-endpoint.ts'
import { disableEndpoint, enableEndpoint } from '../../features/callbacks/endpoints/switch-endpoint.ts'
import { callbackTestCases, type TestCase, testCallback } from '../../features/callbacks/test-callback.ts'
import { events, moment, pattern, signature } from '../callback-options.ts'
import { type CommandPorts, runCommand } from '../open-command.ts'
import { decimalMicros, name, numberFrom, oneOf, wholeNumber } from '../options.ts'
import { type WithActor, withActor } from '../with-actor.ts'

const pageMax = 500
const countedMax = 100_000
/** Before all others: after what is no id comes nothing. */
const noId = '00000000-0000-7000-8000-000000000000'
const endpointArgument = ['<endpointId>', 'as `callbacks list` shows it', wholeNumber] as const

/** `quoin callbacks …`: each prints JSON. */
export function callbacksCommands(): Command {
  const callbacks = new Command('callbacks').description('how publishers are told of their conversions')
  addSet(callbacks)
  addLooks(callbacks)
  addReplay(callbacks)
  addSwitches(callbacks)
  addTest(callbacks)
  return callbacks
}

function addSet(callbacks: Command): void {
  withActor(callbacks.command('set'))
    .argument('<appId>', 'as `apps list` shows it', wholeNumber)
    .description('where and how an app is told; what is left out stays, or is what the format is used to')
    .option('--name <name>', 'tells the endpoints of an app apart', name, 'main')
    .option('--format <format>', 'a format of docs/publishers.md; native at first', oneOf(...callbackFormats))
    .option('--url <url>', 'where to send it; may have macros, but for native')
    .option('--mode <mode>', 'whose conversions: live, test or both; live at first', oneOf(...endpointModes))
    .option('--events <list>', 'which steps, by commas: pending,approved,rejected,reversed,updated', events)
    .option('--method <method>', 'GET, POST form or POST JSON', oneOf(...callbackMethods))
    .option(
      '--parameters <text>',
      'names and macros, such as u={user_id}&r={reward}; none: the format’s',
      pattern,
    )
    .option(
      '--signature <recipe>',
      'standard, none, or "<hash> <what> <parameter:name or header:name>"',
      signature,
    )
    .option('--ok-body <pattern>', 'what a 2xx answer must say, such as OK*|DUP*; none: anything', pattern)
    .option(
      '--failure-body <pattern>',
      'what a 2xx answer says that failed, such as ERROR*|0; or none',
      pattern,
    )
    .option('--reversal-style <style>', reversalStyles.join(', '), oneOf(...reversalStyles))
    .option('--amounts <style>', 'of reversals: signed or absolute', oneOf(...amountStyles))
    .option('--secret <text>', 'one that the receiver knows already; else one is made and shown once')
    .action((appId: number, { name: endpointName, actor, ...choices }: SetOptions) =>
      runCommand((ports) => setEndpoint(ports, { appId, name: endpointName, choices, actor })),
    )
}

interface SetOptions extends EndpointChoices, WithActor {
  readonly name: string
}

function addLooks(callbacks: Command): void {
  callbacks
    .command('list')
    .description('all endpoints, without their secrets')
    .option('--app <appId>', 'those of one app', wholeNumber)
    .option('--removed', 'those that were removed instead, as long as their callbacks are kept')
    .action((options: { app?: number; removed?: boolean }) =>
      runCommand((ports) => listEndpoints(ports, options)),
    )
  callbacks
    .command('show')
    .argument(...endpointArgument)
    .description('one endpoint, how it fares, and how many callbacks are in each state, up to 100,000')
    .action((endpointId: number) => runCommand((ports) => showEndpoint(ports, endpointId)))
  callbacks
    .command('log')
    .argument(...endpointArgument)
    .description('what an endpoint was and is to be told, newest first')
    .option('--state <state>', callbackStates.join(', '), oneOf(...callbackStates))
    .option('--before <id>', 'the last id of the page before')
    .option('--limit <n>', 'how many', numberFrom(1, pageMax), 100)
    .action((endpointId: number, { state, before, limit }: LogOptions) =>
      runCommand(async (ports) => {
        await getEndpoint(ports, endpointId)
        const page = {
          endpointId,
          state: state ?? null,
          beforeId: before === undefined ? null : (readId(before) ?? noId),
          limit,
        }
        return await ports.store.callbackLog.listCallbacks(ports.db, page)
      }),
    )
  callbacks
    .command('attempts')
    .argument('<callbackId>', 'as `callbacks log` shows it')
    .description('every attempt: what was sent, without signatures, and what came back')
    .action((callbackId: string) =>
      runCommand(({ db, store }) => {
        const id = readId(callbackId)
        if (id === undefined) throw notFound(`There is no callback ${callbackId}.`)
        return store.callbackAttempts.listAttempts(db, id, pageMax)
      }),
    )
}

interface LogOptions {
  readonly state?: CallbackState
  readonly before?: string
  readonly limit: number
}

async function listEndpoints(
  { db, store, clock }: CommandPorts,
  { app, removed = false }: { app?: number; removed?: boolean },
): Promise<object[]> {
  const { listEndpoints: listThere, listRemovedEndpoints } = store.callbackEndpoints
  const endpoints = await (removed ? listRemovedEndpoints(db) : listThere(db))
  const wanted = endpoints.filter(({ appId }) => app === undefined || appId === app)
  return wanted.map((endpoint) => presentEndpoint(endpoint, clock.nowMs()))
}

async function showEndpoint(ports: CommandPorts, endpointId: number): Promise<object> {
  const endpoint = await getEndpoint(ports, endpointId)
  const counts = await ports.store.callbackLog.countByState(ports.db, { endpointId, max: countedMax })
  return {
    ...presentEndpoint(endpoint, ports.clock.nowMs()),
    callbacks: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
  }
}

interface ReplayOptions extends WithActor {
  readonly endpoint?: number
  readonly state?: ReplayFilter['states'][number]
  readonly from?: number
  readonly to?: number
}

const endedStates = ['delivered', 'dead', 'stopped', 'flagged'] as const
const failedStates = ['dead', 'stopped', 'flagged'] as const

function addReplay(callbacks: Command): void {
  withActor(callbacks.command('replay'))
    .argument('[callbackId]', 'one callback, as `callbacks log` shows it')
    .description('send again, under the same ids: one callback, or all of an endpoint that ended so')
    .option('--endpoint <endpointId>', 'all of this endpoint', wholeNumber)
    .option(
      '--state <state>',
      'that ended so; dead, stopped and flagged ones at first',
      oneOf(...endedStates),
    )
    .option('--from <time>', 'of conversions that changed from then on; a week ago at first', moment)
    .option('--to <time>', 'and before then; now at first', moment)
    .action((callbackId: string | undefined, options: ReplayOptions) =>
      runCommand((ports) => replay(ports, callbackId, options)),
    )
}

const weekMs = 7 * 86_400_000

async function replay(
  ports: CommandPorts,
  callbackId: string | undefined,
  { endpoint, state, from, to, actor }: ReplayOptions,
): Promise<object> {
  if ((callbackId === undefined) === (endpoint === undefined)) {
    throw new Error('Name one callback, or an endpoint with --endpoint.')
  }
  if (callbackId !== undefined) return await replayCallback(ports, { callbackId, actor })
  const nowMs = ports.clock.nowMs()
  return await replayCallbacks(ports, {
    endpointId: endpoint ?? 0,
    states: state === undefined ? failedStates : [state],
    fromMs: from ?? nowMs - weekMs,
    toMs: to ?? nowMs + 1,
    actor,
  })
}

function addSwitches(callbacks: Command): void {
  withActor(callbacks.command('disable'))
    .argument(...endpointArgument)
    .description('send nothing; what it would be told waits')
    .action((endpointId: number, { actor }: WithActor) =>
      runCommand(async (ports) => {
        await disableEndpoint(ports, { endpointId, actor })
        return { endpointId, disabled: true }
      }),
    )
  withActor(callbacks.command('enable'))
    .argument(...endpointArgument)
    .description('send again, beginning with all that has waited, whenever it was to be tried again')
    .action((endpointId: number, { actor }: WithActor) =>
      runCommand(async (ports) => {
        await enableEndpoint(ports, { endpointId, actor })
        return { endpointId, enabled: true }
      }),
    )
  withActor(callbacks.command('remove'))
    .argument(...endpointArgument)
    .description('for good: what it is owed is cancelled, what it was told stays readable')
    .action((endpointId: number, { actor }: WithActor) =>
      runCommand((ports) => removeEndpoint(ports, { endpointId, actor })),
    )
  withActor(callbacks.command('rotate-secret'))
    .argument(...endpointArgument)
    .description('a new secret, shown once; native callbacks are signed with both for 24 hours')
    .option('--secret <text>', 'one that the receiver knows already')
    .action((endpointId: number, { secret, actor }: { secret?: string } & WithActor) =>
      runCommand((ports) => rotateCallbackSecret(ports, { endpointId, secret, actor })),
    )
}

interface TestOptions {
  readonly case: TestCase
  readonly user: string
  readonly payout?: number
}

const testPayoutMicros = 1_000_000

function addTest(callbacks: Command): void {
  callbacks
    .command('test')
    .argument(...endpointArgument)
    .description('send a made-up conversion, marked as a test, now, and show what comes back')
    .option('--case <case>', callbackTestCases.join(', '), oneOf(...callbackTestCases), 'approved')
    .option('--user <userId>', 'whom it is about', name, 'test-user')
    .option('--payout <usd>', 'what it pays; 1 at first', decimalMicros)
    .action((endpointId: number, { case: testCase, user, payout }: TestOptions) =>
      runCommand((ports) =>
        testCallback(ports, { endpointId, testCase, userId: user, payoutMicros: payout ?? testPayoutMicros }),
      ),
    )
}
