import { postbackParameters } from '@quoin/contract/parameters.ts'
import { type ConversionStatus, readStatus } from '@quoin/core/conversions/status.ts'
import { literalMacroIn } from '@quoin/core/macros/detect-literal.ts'
import type { ParameterNames, PostbackName } from '@quoin/core/networks/guess-parameters.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { SampleCall } from '@quoin/core/networks/sample-calls.ts'
import { readId } from '@quoin/core/tracking/click-id.ts'
import { presetOf, statusWordsOf } from '../../../networks/index.ts'
import type { TermsDirectory } from '../../../ports/directories.ts'

/** The judgement of a parameter. */
type ParameterVerdict = 'accepted' | 'needs_words' | 'refused' | 'not_needed'

export interface JudgedParameter {
  readonly name: string
  /** As the newest call has it. */
  readonly value: string
  /** Ours; null: it is not used. */
  readonly ours: PostbackName | null
  readonly verdict: ParameterVerdict
  /** A guess at the kind of value. */
  readonly looksLike: string
  /** The fault and its remedy; null where there is none. */
  readonly problem: string | null
  /** A macro of the network's that would say it, where its preset knows one. */
  readonly suggestion: string | null
}

interface Judging {
  readonly calls: readonly SampleCall[]
  readonly names: ParameterNames
  readonly network: Network
  readonly terms: Pick<TermsDirectory, 'findRate'>
  readonly nowMs: number
  /** The pasted text is the address with its macros, and no call: every value used is a macro. */
  readonly isTemplate: boolean
}

/** Every parameter of the calls: what it is taken as, and whether that would be accepted. */
export function judgeParameters(judging: Judging): readonly JudgedParameter[] {
  const { calls, names } = judging
  const theirs = [...new Set(calls.flatMap(({ parameters }) => [...parameters.keys()]))]
  return theirs.map((name) => {
    const values = calls.flatMap(({ parameters }) => parameters.get(name) ?? [])
    const ours = Object.hasOwn(names, name) ? (names[name] ?? null) : null
    return judgeOne(judging, { name, values, value: values.at(-1) ?? '', ours })
  })
}

interface Given {
  readonly name: string
  readonly values: readonly string[]
  readonly value: string
  readonly ours: PostbackName | null
}

function judgeOne(judging: Judging, given: Given): JudgedParameter {
  const { name, value, ours } = given
  const looksLike = describe(judging, given)
  const plain = { name, value, ours, looksLike, problem: null, suggestion: null }
  if (ours === null) return { ...plain, verdict: 'not_needed' }
  const macro = literalMacroIn(value)
  if (macro !== undefined && judging.isTemplate)
    return { ...plain, verdict: 'accepted', looksLike: 'Their macro' }
  if (macro !== undefined) return { ...plain, verdict: 'refused', ...unfilled(judging, ours, macro) }
  const reading = postbackParameters[ours].field.read(value)
  if (!reading.ok) return { ...plain, verdict: 'refused', problem: `It ${reading.message}.` }
  if (ours === 'status' && unknownWords(judging, given).length > 0) {
    return { ...plain, verdict: 'needs_words' }
  }
  if (ours === 'currency' && !isKnownCurrency(judging, value)) {
    const problem = `There is no rate for ${value.toUpperCase()} of the last days: enter one, or its reports are refused.`
    return { ...plain, verdict: 'refused', problem }
  }
  return { ...plain, verdict: 'accepted' }
}

/** A report with a macro in it is refused: whoever sent it does not know it by that name. */
function unfilled(
  { network }: Judging,
  ours: PostbackName,
  macro: string,
): { problem: string; suggestion: string | null } {
  const suggestion = macroOf(network, ours) ?? null
  const advice = suggestion !== null && suggestion !== macro ? ` In their list it is ${suggestion}.` : ''
  const leave = ours === 'click_id' || ours === 'payout' || ours === 'status' ? '' : ' Or leave it out.'
  return {
    problem: `${macro} was not filled in: the network knows no macro of that name, and every such report is refused.${advice}${leave}`,
    suggestion: suggestion === macro ? null : suggestion,
  }
}

/** The macro by which a network's preset says something. */
export function macroOf(network: Pick<Network, 'preset'>, ours: PostbackName): string | undefined {
  const pair = presetOf(network)
    .query.split('&')
    .find((one) => one.startsWith(`${ours}=`))
  const macro = pair?.slice(ours.length + 1)
  return macro !== undefined && literalMacroIn(macro) !== undefined ? macro : undefined
}

function describe(judging: Judging, { value, values, ours }: Given): string {
  if (value === '') return 'Nothing'
  if (literalMacroIn(value) !== undefined) return 'An unfilled macro'
  if (readId(value) !== undefined) return 'An id of ours'
  if (ours === 'status') {
    const meaning = readStatus(value, statusWordsOf(judging.network))
    return meaning === undefined ? 'A word of their own' : `The word for ${meaning}`
  }
  if (ours === 'currency')
    return isKnownCurrency(judging, value) ? 'A currency with a rate' : 'A currency without a rate'
  if (ours === 'payout') return 'An amount'
  if (ours === 'txn_id') return 'A transaction'
  if (ours === 'goal') return 'A goal'
  if (/^[A-Z]{2}$/.test(value)) return 'A country, which the click has'
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(value)) return 'An address'
  return values.length > 1 && new Set(values).size === 1 ? 'The same in each call' : 'Something of theirs'
}

function isKnownCurrency({ terms, nowMs }: Judging, value: string): boolean {
  const code = value.toUpperCase()
  return code === 'USD' || terms.findRate(code, nowMs) !== undefined
}

export interface WordCount {
  readonly word: string
  readonly count: number
  /** The meaning that it has now; null: none. */
  readonly means: ConversionStatus | null
}

/** The status words of the calls, the most frequent first. */
export function countWords({
  calls,
  names,
  network,
}: Pick<Judging, 'calls' | 'names' | 'network'>): readonly WordCount[] {
  const name = Object.keys(names).find((one) => names[one] === 'status')
  if (name === undefined) return []
  const counts = new Map<string, number>()
  for (const { parameters } of calls) {
    const word = parameters.get(name)?.trim().toLowerCase()
    if (word !== undefined && word !== '' && literalMacroIn(word) === undefined)
      counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, wordsMax)
    .map(([word, count]) => ({ word, count, means: readStatus(word, statusWordsOf(network)) ?? null }))
}

const wordsMax = 30

function unknownWords(judging: Judging, { values }: Given): readonly string[] {
  return values.filter((word) => readStatus(word, statusWordsOf(judging.network)) === undefined)
}
