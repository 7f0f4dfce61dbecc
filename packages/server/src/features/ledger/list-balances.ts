import type { LedgerAccount } from '@quoin/core/ledger/ledger-entry.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Party } from '../../store/ledger/ledger.ts'

interface PartyBalance {
  readonly account: LedgerAccount
  readonly app?: { readonly id: number; readonly name: string }
  readonly network?: { readonly id: number; readonly slug: string; readonly name: string }
  /**
   * As people say it: what a network owes us, what we owe an app, what the platform has earned and holds in cash
   * are all above zero.
   */
  readonly balanceMicros: bigint
}

/** The accounts whose ordinary balance is a credit, which is negative in the ledger. */
const creditAccounts: readonly LedgerAccount[] = ['payable', 'margin', 'adjustment']

/** A sum of the ledger as people say it. */
export function balanceOf(account: LedgerAccount, sumMicros: string): bigint {
  const sum = BigInt(sumMicros)
  return creditAccounts.includes(account) ? -sum : sum
}

/** The open balances: sums of the ledger, per account and party; of these parties when there are any. */
export async function listBalances(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  parties: readonly Party[] = [],
): Promise<readonly PartyBalance[]> {
  const balances = await db.transaction(
    async (tx) => {
      await store.ledger.waitForLedger(tx)
      return parties.length > 1
        ? await store.ledger.listBalancesOf(tx, parties)
        : await store.ledger.listBalances(tx, parties[0])
    },
    { timeoutMs: 0 },
  )
  const appNames = new Map((await store.apps.listApps(db)).map(({ id, name }) => [id, name]))
  const networks = new Map((await store.networks.listNetworks(db)).map((one) => [one.id, one]))
  return balances.map(({ account, partyId, sumMicros }) => {
    return {
      account,
      ...(account === 'payable' && partyId !== null
        ? { app: { id: partyId, name: appNames.get(partyId) ?? '' } }
        : {}),
      ...(account === 'receivable' && partyId !== null
        ? { network: namesOf(partyId, networks.get(partyId)) }
        : {}),
      balanceMicros: balanceOf(account, sumMicros),
    }
  })
}

function namesOf(id: number, network: { readonly slug: string; readonly name: string } | undefined) {
  return { id, slug: network?.slug ?? '', name: network?.name ?? '' }
}
