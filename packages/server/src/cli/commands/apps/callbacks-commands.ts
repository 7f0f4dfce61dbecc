import { type CallbackState, callbackStates } from '@quoin/core/callbacks/conclude-attempt.ts'
import { readId } from '@quoin/core/tracking/click-id.ts'
import { notFound } from '@quoin/core/errors.ts'
import { weekMs } from '@quoin/core/time/durations.ts'
import { Command } from 'commander'
import { senderAddresses } from '../../../adapters/sender-addresses.ts'
import { getEndpoint } from '../../../features/callbacks/endpoints/change-endpoint.ts'
import { presentEndpoint } from '../../../features/callbacks/endpoints/present-endpoint.ts'
import { removeEndpoint } from '../../../features/callbacks/endpoints/remove-endpoint.ts'
import {
  type ReplayFilter,
  replayCallback,
  replayCallbacks,
} from '../../../features/callbacks/replay-callbacks.ts'
import { rotateCallbackSecret } from '../../../features/callbacks/endpoints/rotate-callback-secret.ts'
import { disableEndpoint, enableEndpoint } from '../../../features/callbacks/endpoints/switch-endpoint.ts'
import { endpointArgument, moment } from '../../callback-options.ts'
import { addSetCommand } from './callbacks-set-command.ts'
import { addTrialCommands } from './callbacks-trial-commands.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { numberFrom, oneOf, wholeNumber } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

const pageMax = 500
const countedMax = 100_000
/** Before all others: after what is no id comes nothing. */
const noId = '00000000-0000-7000-8000-000000000000'

/** `quoin callbacks …`: each prints JSON. */
export function callbacksCommands(): Command {
  const callbacks = new Command('callbacks')
  addSetCommand(callbacks)
  addLooks(callbacks)
  addReplay(callbacks)
  addSwitches(callbacks)
  addTrialCommands(callbacks)
  return callbacks
}

function addLooks(callbacks: Command): void {
  callbacks
    .command('list')
    .description('list all endpoints, without their secrets')
    .option('--app <appId>', 'those of one app', wholeNumber)
    .option('--removed', 'those that were removed instead, as long as their callbacks are kept')
    .action((options: { app?: number; removed?: boolean }) =>
      runCommand((ports) => listEndpoints(ports, options)),
    )
  callbacks
    .command('show')
    .argument(...endpointArgument)
    .description(
      'show one endpoint, the addresses it is called from, its health, and the callbacks in each state, up to 100,000',
    )
    .action((endpointId: number) => runCommand((ports) => showEndpoint(ports, endpointId)))
  callbacks
    .command('log')
    .argument(...endpointArgument)
    .description('list the callbacks of an endpoint, sent and due, newest first')
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
    .description('list every attempt: the request without signatures, and the answer')
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
    sentFrom: senderAddresses(ports.settings.outgoingAddresses),
    callbacks: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
  }
}

interface ReplayOptions extends WithActor {
  readonly endpoint?: number
  readonly state?: ReplayFilter['states'][number]
  readonly from?: number
  readonly to?: number
}

const endedStates = ['delivered', 'dead', 'stopped', 'flagged'] as const satisfies readonly CallbackState[]
const failedStates = ['dead', 'stopped', 'flagged'] as const satisfies readonly CallbackState[]

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
    .description('pause an endpoint; its callbacks wait')
    .action((endpointId: number, { actor }: WithActor) =>
      runCommand(async (ports) => {
        await disableEndpoint(ports, { endpointId, actor })
        return { endpointId, disabled: true }
      }),
    )
  withActor(callbacks.command('enable'))
    .argument(...endpointArgument)
    .description('resume an endpoint, beginning with the callbacks that waited, whenever they were due')
    .action((endpointId: number, { actor }: WithActor) =>
      runCommand(async (ports) => {
        await enableEndpoint(ports, { endpointId, actor })
        return { endpointId, enabled: true }
      }),
    )
  withActor(callbacks.command('remove'))
    .argument(...endpointArgument)
    .description('remove an endpoint for good: due callbacks are cancelled, sent ones stay readable')
    .action((endpointId: number, { actor }: WithActor) =>
      runCommand((ports) => removeEndpoint(ports, { endpointId, actor })),
    )
  withActor(callbacks.command('rotate-secret'))
    .argument(...endpointArgument)
    .description('replace the secret, shown once; native callbacks are signed with both for 24 hours')
    .option('--secret <text>', 'one that the receiver knows already')
    .action((endpointId: number, { secret, actor }: { secret?: string } & WithActor) =>
      runCommand((ports) => rotateCallbackSecret(ports, { endpointId, secret, actor })),
    )
}
