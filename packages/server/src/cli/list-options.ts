import { daySec } from '@quoin/core/time/durations.ts'
import type { Command } from 'commander'
import type { ListQuestion } from '../features/history/list-page.ts'
import { durationSec, numberFrom, wholeNumber } from './options.ts'

export interface ListOptions {
  readonly app?: number
  readonly offer?: number
  readonly network?: string
  readonly user?: string
  readonly test?: boolean
  readonly since?: number
  readonly before?: string
  readonly limit: number
  readonly json?: boolean
}

const pageMax = 500

/** The options of every list of an operator. */
export function withListOptions(command: Command): Command {
  return withJson(
    command
      .option('--app <appId>', 'those of one app', wholeNumber)
      .option('--offer <offerId>', 'those of one offer', wholeNumber)
      .option('--network <slug>', 'those of one network')
      .option('--user <userId>', 'those of one user, as the publisher knows them')
      .option('--test', 'those of test credentials instead of live ones')
      .option('--since <time>', 'how far back to look (default: 30d)', durationSec)
      .option('--before <id>', 'the last id of the page before')
      .option('--limit <n>', 'how many', numberFrom(1, pageMax), 50),
  )
}

export function withJson(command: Command): Command {
  return command.option('--json', 'as JSON, as it is when the output is no terminal')
}

const sinceSec = 30 * daySec

export function questionOf(options: ListOptions, nowMs: number): ListQuestion {
  const { app, offer, network, user, test, since = sinceSec, before, limit } = options
  return {
    appId: app,
    offerId: offer,
    networkSlug: network,
    userId: user,
    before,
    limit,
    isTest: test === true,
    fromMs: Math.max(0, nowMs - since * 1_000),
  }
}
