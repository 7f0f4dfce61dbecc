import {
  listBalances as operation,
  listHolds as holdsOperation,
  listPublisherMoney as publisherMoneyOperation,
} from '@quoin/contract/operator/ledger/ledger-operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { listBalances as list } from '../../../features/ledger/list-balances.ts'
import { listPublisherMoney as money } from '../../../features/ledger/list-publisher-money.ts'
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

export const listPublisherMoney = staffRoute(publisherMoneyOperation, async ({ ports }) => ({
  data: (await money(ports)).map((one) => ({
    publisher_id: String(one.publisherId),
    publisher: one.publisher,
    app_id: String(one.appId),
    app: one.app,
    owed: formatMicros(one.owedMicros),
    held: formatMicros(one.heldMicros),
    paid: formatMicros(one.paidMicros),
  })),
  message: 'The money of publishers.',
}))

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
