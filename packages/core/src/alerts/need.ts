import type { AlertRuleName, Severity } from './alert-rule.ts'

/** One thing that needs a person, as the overview shows it and alerts tell of it. */
export interface Need {
  /** The same as long as it is the same: `network_silent:12`. */
  readonly cause: string
  readonly rule: AlertRuleName
  readonly severity: Severity
  readonly title: string
  /** How much, and what comes next. */
  readonly sentence: string
  /** Null where nobody knows. */
  readonly sinceMs: number | null
  readonly count: number | null
  readonly amountMicros: number | null
  /** A path of the dashboard. */
  readonly link: string
  /** The words of the button that leads there. */
  readonly action: string
  /** Whether it is bad enough to be sent to somebody. */
  readonly isUrgent: boolean
}
