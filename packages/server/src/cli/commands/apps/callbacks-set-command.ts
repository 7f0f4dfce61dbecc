import {
  amountStyles,
  callbackMethods,
  reversalStyles,
  transactionIdForms,
} from '@quoin/core/callbacks/endpoint.ts'
import { endpointModes } from '@quoin/core/callbacks/stored-endpoint.ts'
import type { Command } from 'commander'
import type { OtherReceiver } from '../../../dialects/dialect.ts'
import { callbackFormats } from '../../../dialects/index.ts'
import { type EndpointChoices, setEndpoint } from '../../../features/callbacks/endpoints/set-endpoint.ts'
import { events, signature, unlessNone } from '../../callback-options.ts'
import { runCommand } from '../../open-command.ts'
import { name, oneOf, wholeNumber } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

/** `quoin callbacks set`. */
export function addSetCommand(callbacks: Command): void {
  withSetOptions(withActor(callbacks.command('set'))).action(
    (appId: number, { name: endpointName, actor, ...options }: SetOptions) =>
      runCommand(async (ports) => {
        const request = { appId, name: endpointName, choices: choicesOf(options), actor }
        const { reversals, ...set } = await setEndpoint(ports, request)
        const { otherReceivers, ...ways } = reversals
        return { ...set, reversals: { ...ways, advice: adviceFor(otherReceivers) } }
      }),
  )
}

const optionOf = { amounts: '--amounts', reversalStyle: '--reversal-style' } as const

function adviceFor(receivers: readonly OtherReceiver[]): string {
  const sentences = receivers.map(
    ({ habit, needs: { field, value } }) => `A receiver that ${habit} needs ${optionOf[field]} ${value}.`,
  )
  const trial = 'Try it with `callbacks test ENDPOINT --case reversal`, and look at the balance.'
  return [...sentences, trial].join(' ')
}

/** The command's options, apart from its effect. */
export function withSetOptions(command: Command): Command {
  return command
    .argument('<appId>', 'as `apps list` shows it', wholeNumber)
    .description(
      "set where and how an app's callbacks go; omitted options keep their value, or take the format's standard",
    )
    .option('--name <name>', 'tells the endpoints of an app apart', name, 'main')
    .option('--format <format>', 'a format of docs/callbacks.md; native at first', oneOf(...callbackFormats))
    .option('--url <url>', 'where to send it; may have macros, but for native')
    .option('--mode <mode>', 'whose conversions: live, test or both; live at first', oneOf(...endpointModes))
    .option(
      '--events <list>',
      'which steps, by commas: pending,approved,rejected,reversed,updated; native also offer.added,offer.changed,offer.removed',
      events,
    )
    .option('--method <method>', 'GET, POST form or POST JSON', oneOf(...callbackMethods))
    .option('--parameters <text>', 'names and macros, such as u={user_id}&r={reward}; none: the format’s')
    .option(
      '--signature <scheme>',
      'standard, none, or "<hash> <what> <parameter:name or header:name> [hex, base64 or base64url]"',
      signature,
    )
    .option(
      '--ok-body <pattern>',
      'what a 2xx answer must say, such as OK*|DUP*|(empty); * or none: anything',
    )
    .option('--failure-body <pattern>', 'what a 2xx answer says that failed, such as ERROR*|0; or none')
    .option(
      '--transaction-ids <form>',
      'of classic callbacks: hex (32 characters, at first) or uuid (36)',
      oneOf(...transactionIdForms),
    )
    .option('--reversal-style <style>', reversalStyles.join(', '), oneOf(...reversalStyles))
    .option('--amounts <style>', 'of reversals: signed or absolute', oneOf(...amountStyles))
    .option('--secret <text>', 'one that the receiver knows already; else one is made and shown once')
}

export interface SetOptions extends Omit<EndpointChoices, NoneOption>, WithActor {
  readonly name: string
  readonly parameters?: string
  readonly okBody?: string
  readonly failureBody?: string
}

type NoneOption = 'parameters' | 'okBody' | 'failureBody'

/** The choice of the options: `none` takes away. */
export function choicesOf({
  parameters,
  okBody,
  failureBody,
  ...choices
}: Omit<SetOptions, 'name' | 'actor'>): EndpointChoices {
  const texts = { parameters, okBody, failureBody }
  const given = Object.entries(texts).filter(([, text]) => text !== undefined)
  return { ...choices, ...Object.fromEntries(given.map(([option, text]) => [option, unlessNone(text)])) }
}
