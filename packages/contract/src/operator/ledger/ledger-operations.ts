import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { amountField, countField, integerField } from '../../fields/number-fields.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { flag } from '../../fields/json-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { idText, money, staffErrors, staffErrorsOfOne, startedJob } from '../operator-parts.ts'

const idMax = Number.MAX_SAFE_INTEGER
export const rowId = countField({ min: 1, max: idMax })
export const bodyId = integerField({ min: 1, max: idMax })

const accounts = ['receivable', 'payable', 'margin', 'cash', 'adjustment'] as const
const kinds = ['paid', 'received', 'adjusted'] as const
const partyKinds = ['app', 'network'] as const

const party = {
  account: Type.Enum([...accounts]),
  party_id: orNull(idText('The app of a payable, the network of a receivable.'), 'Null for the platform.'),
  party: orNull(Type.String(), 'Its name; null for the platform.'),
}

export const listBalances = operation({
  id: 'listBalances',
  method: 'GET',
  path: '/operator/v1/ledger/balances',
  tag: 'Money',
  summary: 'Balances',
  description:
    'Lists the debts of networks, the debts to apps, the platform’s earnings and its cash. All amounts ' +
    'are in USD.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The balances that are not zero.',
      data: Type.Array(
        Type.Object({ ...party, balance: money('Above zero as people say it: owed, earned, held.') }, closed),
      ),
    },
  ],
  errors: staffErrors,
})

export const listPublisherMoney = operation({
  id: 'listPublisherMoney',
  method: 'GET',
  path: '/operator/v1/ledger/publishers',
  tag: 'Money',
  summary: 'Owed, held and paid, by publisher',
  description:
    'Lists each app that is owed something, waits for something or was paid, by the names of publishers. ' +
    'All amounts are in USD.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The rows of the report.',
      data: Type.Array(
        Type.Object(
          {
            publisher_id: idText('The id of the publisher.'),
            publisher: Type.String(),
            app_id: idText('The id of the app.'),
            app: Type.String(),
            owed: money('Approved and not paid; below zero where more was paid than is owed.'),
            held: money('The part that waits for a person or for its days; it is owed once it is approved.'),
            paid: money('The payments ever made.'),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

const entryShape = Type.Object(
  {
    source_id: uuid,
    version: Type.Integer({ description: 'The step of the conversion; 0: a settlement.' }),
    ...party,
    amount: money('Debits above zero, credits below.'),
    at: orNull(unixSeconds('When it was booked.')),
    text: Type.String({ description: 'The reason of the entry.' }),
    is_loss: Type.Boolean({ description: 'By it the platform has lost on the conversion.' }),
  },
  closed,
)

export const listEntries = operation({
  id: 'listEntries',
  method: 'GET',
  path: '/operator/v1/ledger/entries',
  reads: 'elsewhere',
  tag: 'Money',
  summary: 'An account, line by line',
  description:
    'Lists the entries with the balance after each, newest first. Conversions stand in the order in ' +
    'which they were made, with all their steps.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters({ time: ['id', 'integer'] }, '-time'),
    account: required(wordField(accounts), 'The account of the ledger.'),
    partyId: optional(rowId, 'This app or network alone; needed for payable and receivable.'),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(
        Type.Object(
          { ...entryShape.properties, balance: money('As people say it, after this line.') },
          closed,
        ),
      ),
      meta: listMeta,
    },
  ],
  errors: staffErrors,
})

export const showEntries = operation({
  id: 'showEntries',
  method: 'GET',
  path: '/operator/v1/ledger/entries/{sourceId}',
  reads: 'elsewhere',
  pathParameters: { sourceId: required(ownId, 'A conversion or a settlement.') },
  tag: 'Money',
  summary: 'Entries of one conversion or settlement',
  description: 'Lists all entries of a conversion or a settlement, oldest first.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The entries of the ledger.', data: Type.Array(entryShape) }],
  errors: staffErrorsOfOne,
})

export const listHolds = operation({
  id: 'listHolds',
  method: 'GET',
  path: '/operator/v1/ledger/holds',
  tag: 'Money',
  summary: 'Held payouts, by the day of their release',
  description: 'Sums approved conversions that wait for the days of their offers, by UTC day.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The days, soonest first; 400 at most.',
      data: Type.Array(
        Type.Object(
          {
            day: Type.String({ examples: ['2026-11-21'] }),
            conversions: Type.Integer({ minimum: 0 }),
            payout: money('The payout to publishers.'),
            revenue: money('The debt of networks.'),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

const settlementShape = Type.Object(
  {
    id: uuid,
    kind: Type.Enum([...kinds]),
    reference: Type.String(),
    party_kind: Type.Enum([...partyKinds]),
    party_id: idText('The id of the app or network.'),
    party: Type.String({ description: 'The name of the app or network.' }),
    amount: money('In USD; what was adjusted may be below zero.'),
    reason: Type.String(),
    actor: Type.String(),
    at: unixSeconds('When it was booked.'),
  },
  closed,
)

export const listSettlements = operation({
  id: 'listSettlements',
  method: 'GET',
  path: '/operator/v1/settlements',
  tag: 'Money',
  summary: 'Payments, receipts and adjustments',
  description: 'The newest come first.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters({ time: ['id'] }, '-time'),
    kind: optional(wordField(kinds), 'Only settlements of this kind.'),
    appId: optional(rowId, 'Only what concerns this app.'),
    networkId: optional(rowId, 'Only what concerns this network.'),
  },
  body: noParameters,
  success: [
    { status: 200, description: 'One page of the list.', data: Type.Array(settlementShape), meta: listMeta },
  ],
  errors: staffErrors,
})

const amount = amountField({ minMicros: -1_000_000_000_000_000, maxMicros: 1_000_000_000_000_000 })
const line = (example: string) => textField({ min: 1, max: 255, example })

export const settle = operation({
  id: 'settle',
  method: 'POST',
  path: '/operator/v1/settlements',
  tag: 'Money',
  summary: 'Book a payment, a receipt or an adjustment',
  description:
    'The same reference again is the same settlement. An amount above what is owed is refused unless ' +
    '`mayGoNegative` is true.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    kind: required(wordField(kinds), '`paid` to an app, `received` from a network, `adjusted` for either.'),
    appId: optional(bodyId, 'The id of the app; else give `networkId`.'),
    networkId: optional(bodyId, 'The id of the network; else give `appId`.'),
    amount: required(amount, 'In USD, as exact text; above zero unless adjusted.'),
    reference: required(line('INV-2026-11'), 'The reference of the booking in your books.'),
    reason: optional(line('November'), 'The reason; an adjustment needs one.'),
    mayGoNegative: optional(flag, 'Also when it is more than is owed.'),
  },
  success: [
    {
      status: 201,
      description: 'It is booked, or was before.',
      data: Type.Object(
        {
          settlement_id: uuid,
          duplicate: Type.Boolean({ description: 'It was there already; nothing was booked.' }),
          owed: money('The debt after it.'),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

const job = {
  method: 'POST',
  tag: 'Money',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [{ status: 202, description: 'The job is in the queue.', data: startedJob }],
  errors: staffErrors,
} as const

export const checkLedger = operation({
  ...job,
  id: 'checkLedger',
  path: '/operator/v1/ledger/check',
  summary: 'Prove the ledger',
  description:
    'A job checks that the ledger sums to zero and equals the conversions. Its result lists what does ' +
    'not.',
})

export const repairLedger = operation({
  ...job,
  id: 'repairLedger',
  path: '/operator/v1/ledger/repair',
  summary: 'Book what was never booked',
  description: 'A job books what is missing by the standing of each conversion. Booked entries stay.',
})

export const ledgerOperations = [
  listBalances,
  listPublisherMoney,
  listEntries,
  showEntries,
  listHolds,
  listSettlements,
  settle,
  checkLedger,
  repairLedger,
] as const
