import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import { entriesOfSettlement, type Settlement } from '@quoin/core/ledger/book-settlement.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { Party as Account } from '../../store/ledger/ledger.ts'

/** By it a caller knows a refusal that leave to go below zero would lift. */
export const overpaidRule = 'overpaid'

export interface SettlementRequest extends Omit<Settlement, 'id' | 'settledAtMs'> {
  /** Whether more may be settled than is owed. */
  readonly mayGoNegative: boolean
}

interface Settled {
  readonly settlement: Settlement
  /** It was there already, and nothing was booked. */
  readonly duplicate: boolean
  /** The balance after it: ours to the app, or the network's to us. */
  readonly owedMicros: bigint
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'newId'>

/**
 * Books that a publisher was paid, that a network has paid, or that an operator puts something right. The same
 * reference again is the same settlement; with other contents it is INVALID_REQUEST, and so is settling more
 * than is owed unless that is allowed. RESOURCE_NOT_FOUND for an unknown app or network.
 */
export async function settle(ports: Needs, request: SettlementRequest): Promise<Settled> {
  const { db, store, clock, newId } = ports
  const { mayGoNegative, ...given } = request
  const book = async (tx: Db): Promise<Settled> => {
    await assertParty(ports, tx, given)
    const party = accountOf(given)
    await store.ledger.waitForLedger(tx)
    await store.ledger.lockAccount(tx, party)
    const settlement: Settlement = { ...given, id: newId(), settledAtMs: clock.nowMs() }
    const written = await store.settlements.insertSettlement(tx, settlement)
    if (written === undefined) {
      const known = await store.settlements.findSettlement(tx, given.reference)
      if (known === undefined || !isSame(known, given)) throw otherContents(given.reference)
      return { settlement: known, duplicate: true, owedMicros: await readOwed(ports, tx, party) }
    }
    await store.ledger.insertEntries(tx, entriesOfSettlement(written))
    const owed = await readOwed(ports, tx, party)
    const isLowered = given.kind !== 'adjusted' || given.amountMicros < 0
    if (owed < 0n && isLowered && !mayGoNegative) throw overpaid(owed, written)
    await store.audit.insertAudit(tx, {
      actor: given.actor,
      action: `settlement.${given.kind}`,
      object: `settlement:${written.id}`,
      details: written,
      nowMs: written.settledAtMs,
    })
    return { settlement: written, duplicate: false, owedMicros: owed }
  }
  return await db.transaction(book, { timeoutMs: 0 })
}

type Party = Pick<Settlement, 'appId' | 'networkId'>

function accountOf({ appId, networkId }: Party): Account {
  return appId !== null
    ? { account: 'payable', partyId: appId }
    : { account: 'receivable', partyId: networkId ?? 0 }
}

async function assertParty({ store }: Needs, tx: Db, { appId, networkId }: Party): Promise<void> {
  if (appId !== null && !(await store.apps.findAppById(tx, appId)))
    throw notFound(`There is no app ${appId}.`)
  const networks = networkId === null ? [] : await store.networks.listNetworks(tx)
  if (networkId !== null && !networks.some(({ id }) => id === networkId)) {
    throw notFound(`There is no network ${networkId}.`)
  }
}

/** The debt to the app, or of the network: above zero as long as something is open. */
async function readOwed({ store }: Needs, tx: Db, party: Account): Promise<bigint> {
  const [balance] = await store.ledger.listBalances(tx, party)
  const sum = BigInt(balance?.sumMicros ?? 0)
  return party.account === 'receivable' ? sum : -sum
}

function isSame(known: Settlement, given: Omit<Settlement, 'id' | 'settledAtMs'>): boolean {
  const keys = ['kind', 'appId', 'networkId', 'amountMicros'] as const
  return keys.every((key) => known[key] === given[key])
}

function otherContents(reference: string): Error {
  return invalidRequest(
    `The reference ${reference} is that of another settlement. See it with ledger settlements.`,
  )
}

function overpaid(owed: bigint, { appId, networkId, amountMicros }: Settlement): Error {
  const before = formatMicros(owed + BigInt(Math.abs(amountMicros)))
  const who =
    appId === null
      ? `Network ${networkId} owes only ${before} USD`
      : `App ${appId} is owed only ${before} USD`
  const problem = { field: 'amount', rule: overpaidRule, message: 'is more than is owed' }
  return invalidRequest(`${who}. Nothing was booked.`, [problem])
}
