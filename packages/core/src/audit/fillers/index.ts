import type { ChangeFacts, KnownThing } from '../change-facts.ts'
import { plain, strong } from '../piece.ts'
import { tellCount, tellUsd } from '../tell-value.ts'
import { booked, edit, ended, how, imported, ofSome, overlap } from './count-fillers.ts'
import { type Filler, known, ofField, ofMoment, ofNumber, ofText } from './filler.ts'
import { entry, limit, scope } from './scope-fillers.ts'
import { id, object, person, role } from './thing-fillers.ts'

/** Everything that a template may name. */
export const fillers: Readonly<Record<string, Filler>> = {
  object,
  person,
  scope,
  limit,
  entry,
  role,
  imported,
  overlap,
  id,
  app: ofField('appId', 'app'),
  offer: (facts) => known(conversion(facts)?.offer) ?? ofField('offerId', 'offer')(facts),
  user: (facts) => known(conversion(facts)?.user),
  payout: (facts) => {
    const micros = conversion(facts)?.payoutMicros
    const isTaken = facts.after['status'] === 'reversed'
    return micros === undefined || micros === 0 ? undefined : [strong(tellUsd(isTaken ? -micros : micros))]
  },
  network: (facts) =>
    ofField('networkId', 'network')(facts) ??
    (typeof facts.field('network') === 'string'
      ? (known(facts.things.get(`network:${String(facts.field('network'))}`)) ?? ofText('network')(facts))
      : undefined),
  publisher: ofField('publisherId', 'publisher'),
  endpoint: (facts) =>
    known(facts.things.get(facts.change.object)?.owner) ??
    ofField('appId', 'app')(facts) ?? [plain('an app that is gone')],
  name: ofText('name'),
  offers: ofText('offers'),
  externalId: ofText('externalId'),
  url: ofText('url'),
  reference: ofText('reference'),
  currency: ofText('currency'),
  day: ofText('day'),
  since: ofText('from'),
  operation: ofText('operation'),
  mode: ({ field }) => (typeof field('mode') === 'string' ? [plain(String(field('mode')))] : undefined),
  credential: ({ field }) => [plain(String(field('credential') ?? 'key').split(':')[0] ?? 'key')],
  how,
  list: ({ field }) => [plain(String(field('action') ?? 'block'))],
  rate: ({ field }) => [strong(`${String(field('usd') ?? '')} USD`)],
  amount: ofNumber('amountMicros', (micros) => tellUsd(micros)),
  change: ofNumber('amountMicros', (micros) => tellUsd(micros, { isSigned: true })),
  percent: ofNumber('basisPoints', (points) => `${points / 100} %`),
  times: ofNumber('basisPoints', (points) => `${points / 10_000} ×`),
  days: ofNumber('holdDays', (days) => tellCount(days, 'day')),
  booked,
  ended,
  rates: ofNumber('rates'),
  created: ofNumber('created'),
  updated: ofNumber('updated'),
  refused: ofSome('refused'),
  edit,
  putBack: ofNumber('putBack'),
  stayed: ofSome('stayed'),
  tried: ofNumber('tried'),
  applied: ofNumber('applied'),
  replayed: ofNumber('replayed'),
  status: ofNumber('status', String),
  from: ofMoment('fromMs'),
  until: ofMoment('toMs'),
  expires: ofMoment('expiresAtMs'),
}

function conversion({ change, things }: ChangeFacts): KnownThing | undefined {
  return things.get(change.object)
}
