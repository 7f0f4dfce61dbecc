import type { AuditRow } from '../audit-row.ts'

/** A changed rule is a new one: the place that it is for stands in the sentence. */
const scopeFields = ['id', 'offerId', 'appId', 'country'] as const

export const moneyRows = {
  'settlement.paid': {
    kind: 'money.settlements',
    says: 'paid {app} {amount}',
    adds: 'Reference {reference}.',
  },
  'settlement.received': {
    kind: 'money.settlements',
    says: 'recorded {amount} received from {network}',
    adds: 'Reference {reference}.',
  },
  'settlement.adjusted': {
    kind: 'money.settlements',
    says: 'adjusted the balance of [{app}][{network}] by {change}',
    adds: 'Reference {reference}.',
  },
  'ledger.repaired': {
    kind: 'money.settlements',
    says: 'booked what was missing in the ledger: {booked}',
  },
  'rates.imported': {
    kind: 'money.terms',
    says: ({ field }) =>
      field('currency') === undefined
        ? 'set {rates} exchange rates'
        : 'set the rate of 1 {currency} to {rate} for {day}',
    tells: ['usd'],
  },
  'margin.set': { kind: 'money.terms', says: 'set the margin{scope} to {percent}', tells: scopeFields },
  'margin.removed': { kind: 'money.terms', says: 'removed the margin of {percent}{scope}' },
  'promotion.added': {
    kind: 'money.terms',
    says: 'added the promotion[ {name}] to {app}: {times} until {until}',
  },
  'promotion.ended': { kind: 'money.terms', says: 'ended the promotion[ {name}] of {app}' },
} as const satisfies Readonly<Record<string, AuditRow>>
