import * as operations from '@quoin/contract/manage/money/money-operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { countOf } from '@quoin/core/risk/count-of.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { listOwnMonths, showOwnBalance, showOwnStatement } from '../../../features/ledger/own-money.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'
import { statementFile } from './statement-file.ts'

const getMyBalance = memberRoute(operations.getMyBalance, async ({ ports, member: { publisherId } }) => {
  const balance = await showOwnBalance(ports, publisherId)
  const data = {
    owed: formatMicros(balance.owed),
    approved: formatMicros(balance.approved),
    reversed: formatMicros(balance.reversed + balance.reversed_earlier),
    adjusted: formatMicros(balance.adjusted),
    paid: formatMicros(balance.paid),
    pending: formatMicros(balance.pending),
    in_review: formatMicros(balance.inReview),
    held: formatMicros(balance.held),
    releases: balance.releases.map(({ day, conversions, micros }) => ({
      day,
      conversions,
      amount: formatMicros(micros),
    })),
  }
  return { data, message: `${data.owed} USD are owed.` }
})

const getMyStatement = memberRoute(
  operations.getMyStatement,
  async ({ ports, query: { month }, member: { publisherId, publisher } }) => {
    const statement = await showOwnStatement(ports, { publisherId, month })
    const data = {
      month,
      publisher,
      from: statement.fromMs / 1000,
      until: secondsOf(statement.untilMs),
      opening: formatMicros(statement.opening),
      approved: formatMicros(statement.approved),
      reversed: formatMicros(statement.reversed),
      reversed_earlier: formatMicros(statement.reversed_earlier),
      adjusted: formatMicros(statement.adjusted),
      paid: formatMicros(statement.paid),
      closing: formatMicros(statement.closing),
      apps: statement.apps.map(({ id, name, approved, reversed, reversed_earlier }) => ({
        id: String(id),
        name,
        approved: formatMicros(approved),
        reversed: formatMicros(reversed + reversed_earlier),
      })),
      payments: statement.payments.map(({ reference, kind, amountMicros, settledAtMs }) => ({
        at: secondsOf(settledAtMs),
        reference,
        kind,
        amount: formatMicros(amountMicros),
      })),
    }
    return { data, message: `The statement of ${month}.` }
  },
)

const listMyStatements = memberRoute(
  operations.listMyStatements,
  async ({ ports, member: { publisherId } }) => {
    const months = await listOwnMonths(ports, publisherId)
    const data = months.map(
      ({ month, opening, approved, reversed, reversed_earlier, adjusted, paid, closing }) => ({
        month,
        opening: formatMicros(opening),
        approved: formatMicros(approved),
        reversed: formatMicros(reversed + reversed_earlier),
        adjusted: formatMicros(adjusted),
        paid: formatMicros(paid),
        closing: formatMicros(closing),
      }),
    )
    return { data, message: `${countOf(data.length, 'month')}.` }
  },
)

const exportMyStatement = memberRoute(
  operations.exportMyStatement,
  async ({ ports, query: { month }, member: { publisherId, publisher } }) => {
    const statement = await showOwnStatement(ports, { publisherId, month })
    return { file: statementFile({ publisher, month, statement }) }
  },
)

export const moneyRoutes = [getMyBalance, getMyStatement, listMyStatements, exportMyStatement]
