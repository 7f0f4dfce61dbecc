import type { AlertRuleName } from '@quoin/core/alerts/alert-rule.ts'
import type { Need } from '@quoin/core/alerts/need.ts'
import type { Ports } from '../../ports/ports.ts'

export type AlertNeeds = Pick<
  Ports,
  'db' | 'store' | 'clock' | 'backups' | 'exclusions' | 'snapshots' | 'disk' | 'settings' | 'process'
>

export interface Look extends AlertNeeds {
  readonly nowMs: number
  readonly threshold: number
  /** Where another rule begins. */
  readonly thresholdOf: (rule: AlertRuleName) => number
}

/** A need as its finder tells it; the rest follows from the rule. */
export type Found = Omit<Need, 'cause' | 'rule' | 'severity' | 'title' | 'isUrgent'> & {
  /** Which one of its kind; '' where there can be only one. */
  readonly subject: string | number
  /** More than the rule's own title. */
  readonly title?: string
  /** False: shown, and not sent. */
  readonly isUrgent?: boolean
}

/** Looks for the needs of one rule. */
export type Finder = (look: Look) => Promise<readonly Found[]>

export const nothing = { sinceMs: null, count: null, amountMicros: null }

export function percentOf(part: number, whole: number): string {
  return `${((part * 100) / whole).toFixed(1)} %`
}
