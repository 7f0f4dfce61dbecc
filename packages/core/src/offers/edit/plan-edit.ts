import type { Outcome } from './edit-rule.ts'
import { editFields } from './edit-fields.ts'
import { refuseAudiences } from './edited-prices.ts'
import type { EditedOffer, EditField, EditValues } from './edit-values.ts'

/** One field's change as it is given: `raise` the `dailyCap` by `20`. */
export interface FieldEdit {
  readonly field: EditField
  readonly op: string
  /** A text, a list of texts, or nothing, as the operation takes it. */
  readonly value?: unknown
}

interface ReadChange {
  readonly given: FieldEdit
  readonly apply: (offer: EditedOffer, nowMs: number) => Outcome<EditValues[EditField]>
}

/** An edit whose operands have been read. */
export type OfferEdit = readonly ReadChange[]

interface EditProblem {
  /** The place in the list, and the part of it. */
  readonly at: string
  readonly message: string
}

type EditReading = { readonly edit: OfferEdit } | { readonly problems: readonly EditProblem[] }

/** Reads the changes of an edit: each field once, with an operation of its own. */
export function readEdit(given: readonly FieldEdit[]): EditReading {
  const problems: EditProblem[] = []
  const edit: ReadChange[] = []
  for (const [index, change] of given.entries()) {
    const reading = readChange(change.field, change)
    if (given.findIndex(({ field }) => field === change.field) < index) {
      problems.push({ at: `${index}.field`, message: 'is changed twice' })
    } else if ('problem' in reading) problems.push(atOf(index, reading))
    else edit.push(reading)
  }
  if (given.length === 0) problems.push({ at: '', message: 'must change at least one field' })
  return problems.length > 0 ? { problems } : { edit }
}

interface ChangeProblem {
  readonly part: 'op' | 'value'
  readonly problem: string
}

function atOf(index: number, { part, problem }: ChangeProblem): EditProblem {
  return { at: `${index}.${part}`, message: problem }
}

function readChange<Field extends EditField>(field: Field, given: FieldEdit): ReadChange | ChangeProblem {
  const rule = editFields[field]
  const ops = Object.keys(rule.ops)
  const op = ops.includes(given.op) ? rule.ops[given.op] : undefined
  if (op === undefined) return { part: 'op', problem: `must be one of ${ops.join(', ')}` }
  const reading = op.read(given.value)
  if ('problem' in reading) return { part: 'value', problem: reading.problem }
  const change = reading.value
  return {
    given,
    apply(offer, nowMs) {
      const outcome = change(offer[field], { ...offer, nowMs })
      if ('cannot' in outcome) return outcome
      const isKept = isSame(outcome.value, offer[field])
      // A refusal is told also where nothing would change: else one amount out of two would be called set already.
      const cannot = field === 'payout' || !isKept ? rule.refuses?.(outcome.value, offer) : undefined
      return cannot === undefined ? outcome : { cannot }
    },
  }
}

export interface FieldDifference<Field extends EditField = EditField> {
  readonly field: Field
  readonly before: EditValues[Field]
  readonly after: EditValues[Field]
}

export type OfferPlan =
  | { readonly kind: 'change'; readonly changes: readonly FieldDifference[] }
  | { readonly kind: 'same' }
  | { readonly kind: 'cannot'; readonly reason: string }

/**
 * The outcome of an edit for one offer. Every field is changed by its own rule from the offer as it is, so that the order
 * of the fields is nothing; an offer that one of them refuses stays as a whole.
 */
export function planEdit(edit: OfferEdit, offer: EditedOffer, nowMs: number): OfferPlan {
  if (offer.isBuiltIn)
    return { kind: 'cannot', reason: 'The server keeps it: it is one of the built-in test offers.' }
  const changes: FieldDifference[] = []
  for (const { given, apply } of edit) {
    const outcome = apply(offer, nowMs)
    if ('cannot' in outcome) return { kind: 'cannot', reason: outcome.cannot }
    const before = offer[given.field]
    if (!isSame(before, outcome.value)) changes.push({ field: given.field, before, after: outcome.value })
  }
  if (changes.length === 0) return { kind: 'same' }
  const reason = refusePlaces(offer, changes)
  return reason === undefined ? { kind: 'change', changes } : { kind: 'cannot', reason }
}

/** The reason why the prices of an offer may not stand beside the countries and platforms that changes give it. */
export function refusePlaces(offer: EditedOffer, changes: readonly FieldDifference[]): string | undefined {
  return changes.some(isOfPlaces) ? refuseAudiences(withChanges(offer, changes)) : undefined
}

export function isOfPlaces({ field }: FieldDifference): boolean {
  return field === 'countries' || field === 'platforms'
}

/** The offer after changes of its fields. */
export function withChanges<Offer extends EditValues>(
  offer: Offer,
  changes: readonly FieldDifference[],
): Offer {
  return { ...offer, ...Object.fromEntries(changes.map(({ field, after }) => [field, after])) }
}

/** Lists of the same members are one value, in whatever order: the order of countries means nothing. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort()
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)])
}

/** A change as people read it. */
export interface ShownDifference {
  readonly field: EditField
  readonly before: string
  readonly after: string
}

export function showChange<Field extends EditField>(change: FieldDifference<Field>): ShownDifference {
  const { field, before, after } = change
  const { show } = editFields[field]
  return { field, before: show(before, after), after: show(after, before) }
}

/** "Daily cap: raise by 20 %", as the audit log keeps it. */
export function tellChange({ field, op: name, value }: FieldEdit): string {
  const op = editFields[field].ops[name]
  const operand = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  const unit =
    op?.takes === 'percent' ? ' %' : op?.takes === 'amount' ? ' USD' : op?.takes === 'days' ? ' days' : ''
  const label = op?.label ?? name
  return operand === '' ? label : `${label} ${operand.replace(/\s*%$/, '')}${unit}`
}
