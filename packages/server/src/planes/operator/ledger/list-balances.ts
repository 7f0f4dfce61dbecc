import {
  listBalances as operation,
  listHolds as holdsOperation,
} from '@quoin/contract/operator/ledger/ledger-operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { listBalances as list } from '../../../features/ledger/list-balances.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

export const listBalances = staffRoute(operation, async ({ ports }) => {
  const balances = await list(ports)
  return {
    data: balances.map(({ account, app, network, balanceMicros }) => {
      const id = app?.id ?? network?.id
      return {
        account,
        party_id: id === undefined ? null : String(id),
        party: app?.name ?? network?.name ?? null,
        balance: formatMicros(balanceMicros),
      }
    }),
    message: 'The balances.',
  }
})

const daysMax = 400

export const listHolds = staffRoute(holdsOperation, async ({ ports: { db, store } }) => ({
  data: (await store.ledgerList.listHoldDays(db, daysMax)).map((one) => ({
    day: one.day,
    conversions: one.conversions,
    payout: formatMicros(BigInt(one.payoutMicros)),
    revenue: formatMicros(BigInt(one.revenueMicros)),
  })),
  message: 'What is held.',
}))
