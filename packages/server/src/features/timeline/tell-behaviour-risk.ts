import type { BehaviourRisk } from '@quoin/core/risk/behaviour/behaviour-risk.ts'

/** The signs of fraud, for the reviewer. */
export function tellBehaviourRisk({ scoreTenths, reasons }: BehaviourRisk): string {
  return `risk score ${(scoreTenths / 10).toFixed(1)} (${reasons.map(({ detail }) => detail).join('; ')})`
}
