import {
  type Conversion,
  type ConversionSource,
  conversionSources,
  type ReviewReason,
  reviewReasons,
} from '@quoin/core/conversions/conversion.ts'
import { type Decision, decisionRows } from '@quoin/core/conversions/decisions.ts'
import { type PassableRule, passableRules } from '@quoin/core/conversions/review-objections.ts'
import { DomainError, invalidRequest } from '@quoin/core/errors.ts'
import { Command, InvalidArgumentError } from 'commander'
import { decideConversion } from '../../../features/conversions/decide-conversion.ts'
import { listClaims } from '../../../features/conversions/list-claims.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { name as text, numberFrom, oneOf, wholeNumber } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'
import { terminal } from '../../terminal.ts'

interface ListOptions {
  readonly app?: number
  readonly source?: ConversionSource
  readonly reason?: ReviewReason
  readonly user?: string
  readonly after?: string
  readonly limit: number
}

/** A script can thus tell that some were not decided. */
const someFailed = 2

/** `quoin review …`, and by its older name `quoin claims …`: each prints JSON. */
export function reviewCommands(name: 'review' | 'claims'): Command {
  const claims = new Command(name)
  claims
    .command('list')
    .description('list the conversions in review, oldest first; at most 500 at a time')
    .option('--app <appId>', 'those of one app', wholeNumber)
    .option(
      '--source <source>',
      'claim: said by publishers; postback: held reports',
      oneOf(...conversionSources),
    )
    .option('--reason <reason>', `why: ${reviewReasons.join(', ')}`, oneOf(...reviewReasons))
    .option('--user <userId>', 'those of one user', text)
    .option('--after <conversionId>', 'the last id of the page before')
    .option('--limit <n>', 'how many', numberFrom(1, 500), 100)
    .action(({ app, source, reason, user, after, limit }: ListOptions) =>
      runCommand((ports) =>
        listClaims(ports, {
          appId: app ?? null,
          source: source ?? null,
          reason: reason ?? null,
          userId: user ?? null,
          afterId: after ?? null,
          limit,
        }),
      ),
    )
  for (const [word, description, decision] of words) {
    const { isGiving, isCounter } = decisionRows[decision]
    const command = withActor(claims.command(word))
    command
      .argument('<conversionIds...>', 'as `review list` shows them')
      .description(description)
      .action((ids: readonly string[], { actor, despite, note }: DecideOptions) =>
        runCommand((ports) =>
          decideAll({
            ids,
            decide: (conversionId) =>
              decideAsTold(ports, {
                decision,
                conversionId,
                actor,
                ...(despite && { despite }),
                ...(note && { note }),
              }),
          }),
        ),
      )
    if (isCounter) command.requiredOption('--note <why>', 'why, for the audit log', text)
    if (isGiving) {
      command.option(
        '--despite <rules>',
        `also against these rules, which the refused decision named: ${passableRules.join(',')}`,
        rulesFrom,
      )
    }
  }
  return claims
}

const words: readonly (readonly [word: string, description: string, Decision])[] = [
  ['confirm', 'vouch for claims, or lift the hold of reported conversions', 'confirm'],
  ['refuse', 'reject claims or held conversions', 'refuse'],
  ['take-back', 'take back what was approved, or what only waits for its network', 'take_back'],
  ['give', 'give what a person refused or took back, as far as its network allows it', 'give_after_all'],
]

type DecideOptions = WithActor & { readonly despite?: readonly PassableRule[]; readonly note?: string }

function rulesFrom(text: string): readonly PassableRule[] {
  return text.split(',').map((word) => {
    const rule = passableRules.find((known) => known === word.trim())
    if (rule === undefined) throw new InvalidArgumentError(`It must be of ${passableRules.join(', ')}.`)
    return rule
  })
}

/** A refusal that an option would lift names the option. */
async function decideAsTold(
  ports: CommandPorts,
  request: Parameters<typeof decideConversion>[1],
): Promise<Conversion> {
  try {
    return await decideConversion(ports, request)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const rules = error.details?.map(({ rule }) => rule) ?? []
    const isPassable = rules.every((rule) => passableRules.some((known) => known === rule))
    if (rules.length === 0 || !isPassable) throw error
    throw invalidRequest(`${error.message} With --despite ${rules.join(',')} it is done all the same.`)
  }
}

interface Decided {
  readonly ids: readonly string[]
  readonly decide: (conversionId: string) => Promise<Conversion>
}

/** Each by itself: one that waits no longer keeps nobody else waiting. A single one is shown in full. */
async function decideAll({ ids, decide }: Decided): Promise<unknown> {
  const [only, ...others] = ids
  if (only !== undefined && others.length === 0) return await decide(only)
  const outcomes: object[] = []
  for (const conversionId of ids) {
    try {
      const { status, reason } = await decide(conversionId)
      outcomes.push({ conversionId, status, reason })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      terminal().setExitCode(someFailed)
      outcomes.push({ conversionId, problem: error.message })
    }
  }
  return outcomes
}
