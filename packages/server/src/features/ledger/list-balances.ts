import type { LedgerAccount } from '@quoin/core/ledger/ledger-entry.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Balance, Party } from '../../store/ledger/ledger.ts'

interface PartyBalance {
  readonly account: LedgerAccount
  readonly app?: { readonly id: number; readonly name: string }
  readonly network?: { readonly id: number; readonly slug: string }
  /**
   * As people say it: what a network owes us, what we owe an app, what the platform has earned and holds in cash
   * are all above zero.
   */
  readonly balanceMicros: bigint
}

/** The accounts whose ordinary balance is a credit, which is negative in the ledger. */
const creditAccounts: readonly LedgerAccount[] = ['payable', 'margin', 'adjustment']

/** The open balances: sums of the ledger, per account and party; of these parties when there are any. */
export async function listBalances(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  parties: readonly Party[] = [],
): Promise<readonly PartyBalance[]> {
  const balances = await db.transaction(
    async (tx) => {
      await store.ledger.waitForLedger(tx)
      const wanted = parties.length === 0 ? [undefined] : parties
      const found: Balance[] = []
      for (const party of wanted) found.push(...(await store.ledger.listBalances(tx, party)))
      return found
    },
    { timeoutMs: 0 },
  )
  const appNames = new Map((await store.apps.listApps(db)).map(({ id, name }) => [id, name]))
  const slugs = new Map((await store.networks.listNetworks(db)).map(({ id, slug }) => [id, slug]))
  return balances.map(({ account, partyId, sumMicros }) => {
    const sum = BigInt(sumMicros)
    return {
      account,
      ...(account === 'payable' && partyId !== null
        ? { app: { id: partyId, name: appNames.get(partyId) ?? '' } }
        : {}),
      ...(account === 'receivable' && partyId !== null
        ? { network: { id: partyId, slug: slugs.get(partyId) ?? '' } }
        : {}),
      balanceMicros: creditAccounts.includes(account) ? -sum : sum,
    }
  })
}
