import { type FieldsReading, readFields } from '@quoin/contract/fields/field.ts'
import { dryRunWords } from '@quoin/contract/fields/text-fields.ts'
import { postbackParameters } from '@quoin/contract/parameters.ts'
import { type FieldProblem, invalidFields, notFound } from '@quoin/core/errors.ts'
import { literalMacroIn } from '@quoin/core/macros/detect-literal.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { PostbackRefusal, reasonOfProblems } from '../../features/postbacks/postback-refusal.ts'
import { presetOf } from '../../networks/index.ts'

/** The parameters of a postback, read; their meaning depends on the click. */
interface PostbackValues {
  readonly clickId: string
  readonly reportedMicros: number
  readonly word: string
  readonly txnId: string | null
  readonly goal: string
  /** '' where none is named: that of the network. */
  readonly currency: string
  readonly isDryRun: boolean
}

/**
 * Reads the parameters of the contract and those that Quoin adds. Throws a PostbackRefusal that names every bad parameter at
 * once.
 */
export function readParameters(
  given: Readonly<Record<string, unknown>>,
  network: Network | undefined,
): PostbackValues {
  const source = renamed(given, network)
  const reading = readFields(postbackParameters, source, { repeats: 'first' })
  const isDryRun = dryRunWords.get((reading.ok ? reading.values.test : undefined) ?? '0')
  const problems = problemsOf(source, reading)
  if (isDryRun === undefined) problems.push({ field: 'test', rule: 'enum', message: 'must be 1 or 0' })
  if (problems.length === 0 && reading.ok && isDryRun !== undefined) {
    const { click_id, payout, status, txn_id, goal, currency } = reading.values
    return {
      clickId: click_id,
      reportedMicros: payout,
      word: status,
      txnId: txn_id ?? null,
      goal: goal ?? '',
      currency: currency ?? '',
      isDryRun,
    }
  }
  const networkId = network?.id ?? null
  if (problems.every(isImpossibleClickId)) {
    throw new PostbackRefusal(notFound('The click id is unknown.'), { reason: 'unknown_click', networkId })
  }
  throw new PostbackRefusal(invalidFields(problems), { reason: reasonOfProblems(problems), networkId })
}

/** Some networks insist on their own names; ours still win where both are given. */
function renamed(
  given: Readonly<Record<string, unknown>>,
  network: Network | undefined,
): Readonly<Record<string, unknown>> {
  const aliases = network === undefined ? [] : Object.entries(presetOf(network).aliases)
  if (aliases.length === 0) return given
  const added = aliases.filter(
    ([theirs, ours]) => Object.hasOwn(given, theirs) && !Object.hasOwn(given, ours),
  )
  return { ...given, ...Object.fromEntries(added.map(([theirs, ours]) => [ours, given[theirs]])) }
}

/** A macro that was never filled in explains what else is wrong with its parameter. */
function problemsOf(
  source: Readonly<Record<string, unknown>>,
  reading: FieldsReading<typeof postbackParameters>,
): FieldProblem[] {
  const literals = Object.keys(postbackParameters).flatMap((field) => {
    const [value] = asList(source[field])
    const macro = typeof value === 'string' ? literalMacroIn(value) : undefined
    if (macro === undefined) return []
    const message = `is the macro ${macro} itself: the network did not fill it in`
    return [{ field, rule: 'literal_macro', message }]
  })
  const explained = new Set(literals.map(({ field }) => field))
  const others = reading.ok ? [] : reading.problems.filter(({ field }) => !explained.has(field))
  return [...literals, ...others]
}

/** All values of a parameter that is given several times. */
function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** A malformed click id is an unknown one; a missing one is a bad request. */
function isImpossibleClickId({ field, rule }: FieldProblem): boolean {
  return field === 'click_id' && ['characters', 'unicode', 'length'].includes(rule)
}
