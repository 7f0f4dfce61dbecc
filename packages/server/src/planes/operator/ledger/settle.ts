import {
  listSettlements as listOperation,
  settle as operation,
} from '@quoin/contract/operator/ledger/ledger-operations.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { settle as book } from '../../../features/ledger/settle.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'

export const settle = staffRoute(operation, async ({ ports, body, staff }) => {
  const { kind, appId = null, networkId = null, amount, reference, reason = '', mayGoNegative = false } = body
  assertFits({ kind, appId, networkId, amount, reason })
  const request = { kind, appId, networkId, amountMicros: amount, reference, reason, mayGoNegative }
  const { settlement, duplicate, owedMicros } = await book(ports, { ...request, actor: staff.actor })
  return {
    status: 201,
    data: { settlement_id: settlement.id, duplicate, owed: formatMicros(owedMicros) },
    message: duplicate ? 'It was booked before; nothing has changed.' : 'It is booked.',
  }
})

interface Given {
  readonly kind: string
  readonly appId: number | null
  readonly networkId: number | null
  readonly amount: number
  readonly reason: string
}

function assertFits({ kind, appId, networkId, amount, reason }: Given): void {
  const problems = []
  const party = { paid: 'appId', received: 'networkId' }[kind]
  if ((appId === null) === (networkId === null)) {
    problems.push({ field: 'appId', rule: 'exclusive', message: 'or networkId must be given, not both' })
  } else if ((party === 'appId' && appId === null) || (party === 'networkId' && networkId === null)) {
    problems.push({ field: party, rule: 'required', message: `is required where the kind is ${kind}` })
  }
  if (kind === 'adjusted' ? amount === 0 : amount <= 0) {
    const message = kind === 'adjusted' ? 'must not be 0' : 'must be above 0'
    problems.push({ field: 'amount', rule: 'range', message })
  }
  if (kind === 'adjusted' && reason === '') {
    problems.push({ field: 'reason', rule: 'required', message: 'is required for an adjustment' })
  }
  if (problems.length > 0) throw invalidFields(problems)
}

export const listSettlements = staffRoute(listOperation, async ({ ports: { db, store }, query }) => {
  const slice = sliceOf(query, '-time')
  const filter = {
    kind: query.kind ?? null,
    appId: query.appId ?? null,
    networkId: query.networkId ?? null,
  }
  return listAnswer(await store.ledgerList.listSettlementPage(db, filter, slice), slice, (one) => ({
    id: one.id,
    kind: one.kind,
    reference: one.reference,
    party_kind: one.appId === null ? 'network' : 'app',
    party_id: String(one.appId ?? one.networkId),
    party: one.party,
    amount: formatMicros(one.amountMicros),
    reason: one.reason,
    actor: one.actor,
    at: secondsOf(one.settledAtMs),
  }))
})
