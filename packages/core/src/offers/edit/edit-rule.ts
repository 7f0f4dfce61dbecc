import type { Reading } from '../row/reading.ts'
import type { EditFacts } from './edit-values.ts'

/** A value after a change, or the reason why this offer cannot have it. */
export type Outcome<Value> = { readonly value: Value } | { readonly cannot: string }

interface ChangeFacts extends EditFacts {
  readonly nowMs: number
}

type ChangeValue<Value> = (value: Value, facts: ChangeFacts) => Outcome<Value>

/** The operand of an operation, for whoever asks for it. */
export type Takes =
  | 'nothing'
  | 'count'
  | 'percent'
  | 'amount'
  | 'days'
  | 'countries'
  | 'platforms'
  | 'categories'

/** One way of changing a field. */
interface EditOp<Value> {
  /** As a form offers it: "Raise by". */
  readonly label: string
  readonly takes: Takes
  /** Reads the operand as it was given into the change that it makes. */
  readonly read: (raw: unknown) => Reading<ChangeValue<Value>>
}

/** One field, with all ways of changing it. */
export interface FieldRule<Value> {
  readonly label: string
  readonly ops: Readonly<Record<string, EditOp<Value>>>
  /** As people read it, beside the value from which or to which it is changed. */
  readonly show: (value: Value, other: Value) => string
  /** The reason why an offer may not have a value now, whoever gives it: an edit or its undo. */
  readonly refuses?: (value: Value, facts: EditFacts) => string | undefined
}

interface OpGiven<Operand, Value> {
  readonly label: string
  readonly takes: Takes
  readonly read: (raw: unknown) => Reading<Operand>
  readonly change: (operand: Operand, value: Value, facts: ChangeFacts) => Outcome<NoInfer<Value>>
}

/** An operation whose operand is read by its own rule. */
export function op<Operand, Value>({ label, takes, read, change }: OpGiven<Operand, Value>): EditOp<Value> {
  return {
    label,
    takes,
    read(raw) {
      const reading = read(raw)
      if ('problem' in reading) return reading
      return { value: (value, facts) => change(reading.value, value, facts) }
    },
  }
}

/** An operation without an operand. */
export function plainOp<Value>(
  label: string,
  change: (value: Value, facts: ChangeFacts) => Outcome<NoInfer<Value>>,
): EditOp<Value> {
  return {
    label,
    takes: 'nothing',
    read: (raw) => (raw === undefined || raw === null ? { value: change } : { problem: 'must be left out' }),
  }
}
