import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import type { GoalColumn, goalFields } from '@quoin/core/offers/goal-fields.ts'
import type { OfferColumn, offerFields as fieldsOfOffers } from '@quoin/core/offers/offer-fields.ts'
import type { ColumnValuesOf } from '@quoin/core/offers/row/field.ts'
import { goalProgresses } from '@quoin/core/offers/goal-progress.ts'
import { costs } from '@quoin/core/offers/cost.ts'
import { platforms } from '@quoin/core/offers/offer.ts'
import { confidences } from '@quoin/core/risk/confidence.ts'
import type { TSchema, TUnsafe } from 'typebox'
import { Type } from '../json-schema.ts'

export const closed = { additionalProperties: false } as const

export const orNull = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

export const amount = (description: string) => Type.Number({ description, examples: [1.25] })
export const uuid = Type.String({ format: 'uuid' })
const status = Type.Enum([...conversionStatuses])
export const unixSeconds = (description: string) => Type.Integer({ description, examples: [1_795_000_000] })

const goalShape = Type.Object(
  {
    goal: Type.String({ description: 'Its key: in postbacks, callbacks and claims.' }),
    name: Type.String(),
    payout: amount("The publisher's payout for it, in USD."),
    payout_local: amount("In the app's virtual currency."),
    order: Type.Integer({ minimum: 1 }),
    repeatable: Type.Boolean({ description: 'Whether the user earns it once per transaction.' }),
    deadline_seconds: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: "How long after the click it counts; null: as long as the offer's attribution window.",
    }),
    progress: Type.Enum([...goalProgresses], { description: 'How far the user is with it.' }),
  },
  closed,
)

const priceShape = Type.Object(
  {
    countries: Type.Array(Type.String(), {
      description: 'ISO codes, and ZZ for an unknown country; empty: every country.',
    }),
    platforms: Type.Array(Type.Enum([...platforms]), { minItems: 1 }),
    payout: amount("The publisher's payout there, in USD."),
    payout_local: amount("In the app's virtual currency."),
  },
  closed,
)

/** The nine fields, all always present; more may follow. */
export const offerFields = {
  offer_id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  payout: amount("The publisher's payout, in USD: an exact decimal with at most 6 decimals."),
  payout_local: amount("The payout in the app's virtual currency, rounded by the app's rule."),
  currency: Type.String({ description: 'Name of the virtual currency.' }),
  link: Type.String({
    description: 'Tracking link; use it as given. With `userMacro`, fill in the macro first.',
    examples: ['https://quoin.example/track?offerId=12&apiKey=pk_live_x&userId=user-42'],
  }),
  image_url: Type.String({ format: 'uri' }),
  platforms: Type.Array(Type.Enum([...platforms]), { minItems: 1 }),
  category: Type.Union([Type.String(), Type.Null()], { description: 'The slug of the first category.' }),
  categories: Type.Array(Type.String()),
  countries: Type.Array(Type.String(), { description: 'ISO codes; empty: everywhere.' }),
  requirements: Type.Union([Type.String(), Type.Null()]),
  expires_at: Type.Union([unixSeconds('When the offer ends.'), Type.Null()]),
  cost: Type.Union([Type.Enum([...costs]), Type.Null()], {
    description: 'The demand on the user’s money; null: not known.',
  }),
  cost_amount: Type.Union([Type.Number({ examples: [250] }), Type.Null()], {
    description: 'How much of it, in `cost_currency`; of a subscription each time.',
  }),
  cost_currency: Type.Union([Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }), Type.Null()], {
    description: 'The ISO 4217 code of `cost_amount`.',
  }),
  minutes: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'The user’s own time, without the wait for the credit; null: not known.',
  }),
  prices: Type.Optional(
    Type.Array(priceShape, {
      description:
        'Only where no user is named, of an offer that pays differently by country or platform: all that it pays.',
    }),
  ),
  goals: Type.Optional(
    Type.Array(goalShape, { description: 'The paid events of an offer that has several, in their order.' }),
  ),
}

export const offerShape = Type.Object(offerFields, closed)

/** The offer list's additional meta. */
export const offerListMeta = Type.Object({
  total: Type.Integer({ minimum: 0, description: 'Matching offers in all.' }),
  returned: Type.Integer({ minimum: 0, description: 'Offers in this answer.' }),
  limit: Type.Integer({ minimum: 1, maximum: 100, description: 'The limit that was applied.' }),
  offset: Type.Integer({ minimum: 0, description: 'The offset that was applied.' }),
  ranking: Type.Optional(
    Type.String({
      description: 'With sort=recommended: send it as `ranking` with the next page.',
      examples: ['128-3'],
    }),
  ),
  detected: Type.Object(
    {
      country: Type.String({ pattern: '^[A-Z]{2}$', description: 'The country used; ZZ when unknown.' }),
      device: Type.Enum([...platforms], { description: 'The platform that was used.' }),
    },
    closed,
  ),
  audience: Type.Optional(
    Type.Object(
      {
        user: Type.Literal('any', {
          description: 'Offers that one user has done or may not have are not left out.',
        }),
        country: Type.String({ description: 'The country asked for, or any.', examples: ['any'] }),
        platform: Type.String({ description: 'The platform asked for, or any.', examples: ['any'] }),
      },
      { ...closed, description: 'Only of a catalogue without a user (`userMacro`): whom it is for.' },
    ),
  ),
  reward: Type.Object(
    {
      name: Type.String({ description: "One unit of the app's currency." }),
      plural: Type.String({ description: 'The name of several units.' }),
      decimals: Type.Integer({ minimum: 0, maximum: 6, description: 'How many decimals it has at most.' }),
      promotion: Type.Union(
        [
          Type.Object(
            {
              multiplier: Type.Number({ description: 'How many times as much; payout_local has it.' }),
              ends_at: Type.Integer({ description: 'A time in Unix seconds.' }),
            },
            closed,
          ),
          Type.Null(),
        ],
        { description: 'The promotion that runs now.' },
      ),
    },
    closed,
  ),
})

/** Exactly three fields, unless more is asked for. */
export const fingerprintShape = Type.Object(
  {
    is_blocked: Type.Boolean({ description: 'The device, user or address is on a block list.' }),
    risk_score: Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        '100 × probability of fraud; in steps of ten for browser sessions, where the app is set so.',
    }),
    is_multi_accounting: Type.Boolean({ description: 'The device is linked to other user ids.' }),
    reasons: Type.Optional(
      Type.Array(
        Type.Object(
          {
            code: Type.String({ description: 'The sign that was found.' }),
            points: Type.Number({
              description: 'Its part of the log-odds of fraud, before calibration.',
            }),
            detail: Type.String({ description: 'The observation, for people.' }),
          },
          closed,
        ),
        { description: 'Only with explain=1, where the app is set so. Strongest first.' },
      ),
    ),
    fingerprint_data: Type.Optional(
      Type.Object(
        {
          kept: Type.Array(Type.String(), { description: 'Names that were read, with dots.' }),
          dropped: Type.Array(Type.String(), { description: 'The outermost names that were dropped.' }),
        },
        {
          ...closed,
          description: 'Only with explain=1, when fingerprint_data was larger than what is kept of one.',
        },
      ),
    ),
  },
  closed,
)

/** The verdict's additional meta. */
export const fingerprintMeta = Type.Object({
  confidence: Type.Enum([...confidences], {
    description:
      'How much the score stands on. first_sight: device and address alone. some_activity: the user has clicked or ' +
      'earned. history: they have earned, and came a day ago or longer.',
  }),
})

export const conversionShape = Type.Object(
  {
    conversion_id: uuid,
    offer_id: Type.Integer(),
    user_id: Type.String(),
    click_id: Type.Union([uuid, Type.Null()]),
    goal: Type.Optional(Type.String({ description: 'Which goal, where the offer has several.' })),
    status,
    payout: amount("The publisher's payout, in USD."),
    payout_local: amount("In the app's virtual currency."),
    currency: Type.String(),
    created_at: unixSeconds('When the claim was made.'),
  },
  closed,
)

export const postbackShape = Type.Object(
  {
    conversion_id: Type.Union([uuid, Type.Null()], { description: 'Null only in a dry run (test=1).' }),
    click_id: uuid,
    status,
    duplicate: Type.Boolean(),
    reason: Type.Optional(
      Type.String({
        description:
          'Why it is held or rejected: `cap`, `window`, `repeat`, `bot`, `fallback` and others. A repeat ' +
          'may answer `payout_ignored`, `payout_updated`, `transaction_added`, `transaction` or `superseded`.',
        examples: ['repeat'],
      }),
    ),
    live_reason: Type.Optional(
      Type.String({
        description:
          'Why the same report would be held if its click were live: `bot` or `risk`. A click of test mode only.',
      }),
    ),
    test: Type.Optional(Type.Boolean()),
  },
  closed,
)

export const sessionShape = Type.Object(
  {
    token: Type.String({
      description: 'The token. Send it as `Authorization: Bearer`.',
      examples: ['qs_eyJhcHAiOjEsInVzZXIi…'],
    }),
    expires_at: unixSeconds('When the token stops working.'),
  },
  closed,
)

type Row = (typeof fieldsOfOffers)[OfferColumn] | (typeof goalFields)[GoalColumn]

/** The values of fields as they are stored; those that an answer has in its own way are written after them. */
export function valueShapes<Table extends Readonly<Record<string, Row>>>(table: Table) {
  const shapes = Object.entries(table).map(([column, row]) => [column, valueShape(row)])
  // One shape per row of the table.
  return Object.fromEntries(shapes) as unknown as {
    readonly [Column in keyof Table]: TUnsafe<ColumnValuesOf<Table>[Column]>
  }
}

/** The example is one of a cell. */
function valueShape({ kind, about, example }: Row) {
  const hasExample = kind.value === kind.cell && example !== undefined
  return { ...kind.value, description: about, ...(hasExample && { examples: [example] }) }
}
