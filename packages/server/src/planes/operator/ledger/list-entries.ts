import {
  listEntries as operation,
  showEntries as showOperation,
} from '@quoin/contract/operator/ledger/ledger-operations.ts'
import { notFound } from '@quoin/core/errors.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { showEntries as explain } from '../../../features/ledger/show-entries.ts'
import { balanceOf } from '../../../features/ledger/list-balances.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import type { ListedEntry } from '../../../store/ledger/ledger-list.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'

export const listEntries = staffRoute(operation, async ({ ports: { db, store }, query }) => {
  const slice = sliceOf(query, '-time')
  const account = { account: query.account, partyId: query.partyId ?? null }
  return listAnswer(await store.ledgerList.listAccountEntries(db, account, slice), slice, (entry) => ({
    ...present(entry, false),
    balance: formatMicros(balanceOf(entry.account, entry.sumMicros)),
  }))
})

export const showEntries = staffRoute(showOperation, async ({ ports: { db, store }, path }) => {
  const entries = await store.ledgerList.listEntriesOf(db, path.sourceId)
  if (entries.length === 0) throw notFound('Nothing was booked for such a conversion or settlement.')
  const explained = explain(entries)
  return {
    data: entries.map((entry, index) => present(entry, explained[index]?.isLoss ?? false)),
    message: 'The entries.',
  }
})

function present(entry: ListedEntry, isLoss: boolean) {
  return {
    source_id: entry.sourceId,
    version: entry.version,
    account: entry.account,
    party_id: entry.partyId === null ? null : String(entry.partyId),
    party: entry.party,
    amount: formatMicros(entry.amountMicros),
    at: secondsOf(entry.atMs),
    text: entry.text,
    is_loss: isLoss,
  }
}
