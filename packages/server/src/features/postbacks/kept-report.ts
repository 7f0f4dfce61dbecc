import { readTransactionId } from '@quoin/core/conversions/transaction-id.ts'
import type { PostbackReport } from '../../ports/writes.ts'

/**
 * A report that could not be applied when it came, to be applied now. Kept by us as JSON from a PostbackReport;
 * every field of one survives that. Older versions kept ids untrimmed. With a new id: the kept row stays in the log
 * as it is, and the effect gets a row of its own.
 */
export function readKeptReport(kept: unknown, id: string): PostbackReport {
  const report = kept as PostbackReport
  const txnId = report.txnId === null ? null : readTransactionId(report.txnId).id
  return { ...report, txnId, id, isKept: true }
}
