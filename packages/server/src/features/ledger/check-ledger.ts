import type { Ports } from '../../ports/ports.ts'
import type { LedgerFault } from '../../store/ledger/ledger-checks.ts'

/** The number of examples shown per rule; all are counted. */
const faultsMax = 100

interface LedgerVerdict {
  readonly isClean: boolean
  readonly entries: number
  readonly transactions: number
  readonly rules: readonly { readonly rule: string; readonly faults: number }[]
  readonly faults: readonly LedgerFault[]
}

/**
 * Proves that the ledger sums to zero and that it says the same as the conversions and settlements: every rule
 * of store/ledger/ledger-checks.ts, against one moment of the database. Changes nothing, and may run while it is busy.
 */
export async function checkLedger({ db, store }: Pick<Ports, 'db' | 'store'>): Promise<LedgerVerdict> {
  const { ledgerRules, findFaults, countLedger, seeOneMoment } = store.ledgerChecks
  return await db.transaction(
    async (tx) => {
      await seeOneMoment(tx)
      const size = await countLedger(tx)
      const rules: { rule: string; faults: number }[] = []
      const faults: LedgerFault[] = []
      for (const rule of ledgerRules) {
        const found = await findFaults(tx, rule, faultsMax)
        rules.push({ rule: rule.rule, faults: found.count })
        faults.push(...found.faults)
      }
      return { isClean: faults.length === 0, ...size, rules, faults }
    },
    { timeoutMs: 0 },
  )
}
