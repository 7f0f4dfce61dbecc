import type { AuditKind } from './audit-kinds.ts'
import type { ChangeFacts } from './change-facts.ts'

/**
 * How one action is told. In a template `{word}` is filled by the table of `fill-template.ts`, and what stands in brackets
 * is left out where one of its words is not known.
 */
export interface AuditRow {
  readonly kind: AuditKind
  /** After the actor: "paid {app} {amount}". */
  readonly says: string | ((facts: ChangeFacts) => string)
  /** The second line where nobody gave a reason and no setting changed. */
  readonly adds?: string | ((facts: ChangeFacts) => string)
  /** Fields that the sentence says already, so that the list of settings does not repeat them. */
  readonly tells?: readonly string[]
  /** Its field `reason` is a word of the server's and not what a person wrote. */
  readonly hasReasonWord?: true
}
