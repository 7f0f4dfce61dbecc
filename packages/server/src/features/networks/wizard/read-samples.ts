import { invalidFields } from '@quoin/core/errors.ts'
import {
  guessParameters,
  type ParameterNames,
  postbackNames,
  type PostbackName,
} from '@quoin/core/networks/guess-parameters.ts'
import { literalMacroIn } from '@quoin/core/macros/detect-literal.ts'
import type { ConversionStatus } from '@quoin/core/conversions/status.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { readSampleCalls, type SampleCall } from '@quoin/core/networks/sample-calls.ts'
import { presetOf } from '../../../networks/index.ts'
import type { Ports } from '../../../ports/ports.ts'
import {
  countWords,
  judgeParameters,
  type JudgedParameter,
  macroOf,
  type WordCount,
} from './judge-parameters.ts'
import { type Trial, tryReport } from './try-report.ts'

interface Samples {
  readonly text: string
  /** The chosen meaning of each of their parameters; '' for not used. */
  readonly names: Readonly<Record<string, PostbackName | ''>>
  /** Meanings that are tried and not saved yet. */
  readonly words: Readonly<Record<string, ConversionStatus>>
}

export interface SampleReading {
  readonly callsCount: number
  readonly method: 'GET' | 'POST'
  readonly parameters: readonly JudgedParameter[]
  readonly words: readonly WordCount[]
  /** The query to paste at the network, behind the postback address. */
  readonly query: string
  /** The parameter that offer addresses carry, so that what fills our click id there comes back: `sub1={click_id}`. */
  readonly offerParameter: string
  /** Ours that nothing of theirs says and that every report needs. */
  readonly missing: readonly PostbackName[]
  readonly trial: Trial
}

type Needs = Parameters<typeof tryReport>[0]

const needed = ['click_id', 'payout', 'status'] as const

/**
 * Reads calls of a network as somebody has pasted them: what each parameter is, what would become of the newest one, and
 * which address makes the network send it to us. Nothing is sent and nothing is written.
 */
export async function readSamples(
  ports: Needs & Pick<Ports, 'snapshots'>,
  given: Network,
  { text, names: chosen, words }: Samples,
): Promise<SampleReading> {
  const calls = readSampleCalls(text)
  const newest = calls.at(-1)
  if (newest === undefined) {
    const message = 'has no call in it: paste an address with its query, a line of a log, or a curl command'
    throw invalidFields([{ field: 'text', rule: 'format', message }])
  }
  const network = { ...given, statusWords: { ...given.statusWords, ...words } }
  const names = namesOf(guessParameters(calls, presetOf(network).clickParameter), chosen)
  const judging = {
    calls,
    names,
    network,
    terms: ports.snapshots.terms(),
    nowMs: ports.clock.nowMs(),
    isTemplate: isTemplate(newest, names),
  }
  const filled = new Set(Object.values(names))
  const fixed = fixedValues(network, filled)
  const query = queryOf(network, newest, names)
  return {
    callsCount: calls.length,
    method: newest.method,
    parameters: judgeParameters(judging),
    words: countWords(judging),
    query,
    offerParameter: `${clickParameterOf(network, query)}={click_id}`,
    missing: needed.filter((ours) => !filled.has(ours) && !Object.hasOwn(fixed, ours)),
    trial: judging.isTemplate
      ? template
      : await tryReport(ports, {
          network,
          values: { ...fixed, ...valuesOf(newest, names) },
          method: newest.method,
        }),
  }
}

/** There is nothing to try. */
const template: Trial = {
  verdict: 'This is a template: paste a call with its values to try it',
  outcome: 'unknown',
  steps: [],
  money: null,
}

function isTemplate({ parameters }: SampleCall, names: ParameterNames): boolean {
  const used = [...parameters].filter(([name]) => Object.hasOwn(names, name))
  return used.length > 0 && used.every(([, value]) => literalMacroIn(value) !== undefined)
}

/** Where one was chosen, nothing else is the same. */
function namesOf(guessed: ParameterNames, chosen: Samples['names']): ParameterNames {
  const taken = new Set(Object.values(chosen))
  const kept = Object.entries(guessed).filter(
    ([name, ours]) => !Object.hasOwn(chosen, name) && !taken.has(ours),
  )
  const own = Object.entries(chosen).flatMap(([name, ours]) => (ours === '' ? [] : [[name, ours] as const]))
  return Object.fromEntries([...kept, ...own])
}

function valuesOf({ parameters }: SampleCall, names: ParameterNames): Partial<Record<PostbackName, string>> {
  return Object.fromEntries(
    [...parameters].flatMap(([name, value]) => (Object.hasOwn(names, name) ? [[names[name], value]] : [])),
  )
}

/** The values that the preset's template says itself: `status=approved` of a network that sends no status. */
function fixedValues(
  network: Network,
  given: ReadonlySet<PostbackName>,
): Partial<Record<PostbackName, string>> {
  const pairs = presetOf(network)
    .query.split('&')
    .map((pair) => pair.split('='))
  return Object.fromEntries(
    pairs.flatMap(([name = '', value = '']) => {
      const ours = postbackNames.find((one) => one === name)
      return ours === undefined || given.has(ours) || literalMacroIn(value) !== undefined
        ? []
        : [[ours, value]]
    }),
  )
}

/** Our names, each filled by the macro that fills theirs today. */
function queryOf(network: Network, { parameters }: SampleCall, names: ParameterNames): string {
  const theirs = new Map(Object.entries(names).map(([name, ours]) => [ours, name]))
  const fixed = fixedValues(network, new Set(theirs.keys()))
  return postbackNames
    .flatMap((ours) => {
      const name = theirs.get(ours)
      if (name === undefined) return fixed[ours] === undefined ? [] : [`${ours}=${fixed[ours]}`]
      const value = parameters.get(name) ?? ''
      const literal = literalMacroIn(value)
      return [
        `${ours}=${literal ?? ownMacroOf(network, ours) ?? `${marksOf(network)[0]}${name}${marksOf(network)[1]}`}`,
      ]
    })
    .join('&')
}

/** The name in the macro that fills our click id; a preset knows names that differ from their macros. */
function clickParameterOf(network: Network, query: string): string {
  const { clickParameter } = presetOf(network)
  const macro = /(?:^|&)click_id=([^&]*)/.exec(query)?.[1]
  if (macro === undefined || macro === macroOf(network, 'click_id')) return clickParameter
  return /[\w.-]+/.exec(macro)?.[0] ?? clickParameter
}

/** A preset that knows the network knows better than its old address; the one for any network knows nothing. */
function ownMacroOf(network: Network, ours: PostbackName): string | undefined {
  return presetOf(network).name === 'generic' ? undefined : macroOf(network, ours)
}

/** How the network marks its macros, by its preset. */
function marksOf({ preset }: Network): readonly [string, string] {
  const { query } = presetOf({ preset })
  const marks = [
    ['{{', '}}'],
    ['{', '}'],
    ['#', '#'],
    ['[', ']'],
  ] as const
  return marks.find(([opens]) => query.includes(`=${opens}`)) ?? ['{', '}']
}
