import type { Conduct } from '@quoin/core/risk/conduct/conduct.ts'

/** What spoke for fraud, for whoever reviews it. */
export function tellConduct({ scoreTenths, reasons }: Conduct): string {
  return `risk score ${(scoreTenths / 10).toFixed(1)} (${reasons.map(({ detail }) => detail).join('; ')})`
}
