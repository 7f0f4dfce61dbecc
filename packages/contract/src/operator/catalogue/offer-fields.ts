import { offerStatuses, platforms } from '@quoin/core/offers/offer.ts'
import type { TSchema } from 'typebox'
import { Type } from '../../json-schema.ts'
import { accepted, type Field, optional, required } from '../../fields/field.ts'
import { flag } from '../../fields/json-fields.ts'
import { wordField } from '../../fields/text-fields.ts'

/** A cell of an offer. It is read by the rules of an import, which bound it and say what is wrong with it. */
function cell(schema: TSchema): Field<unknown> {
  return { schema, read: accepted }
}

const orNone = (schema: TSchema) => Type.Union([schema, Type.Null()])
const text = (max: number, example: string) => Type.String({ maxLength: max, examples: [example] })
const amount = (example: string) => Type.String({ examples: [example] })
const time = (example: string) => Type.String({ examples: [example] })
const cap = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })
const share = orNone(Type.String({ examples: ['65%'] }))

const goal = Type.Object({
  goal: text(64, 'level-10'),
  name: text(200, 'Reach level 10'),
  payout: amount('4.00'),
  payoutShare: Type.Optional(share),
  revenue: amount('6.00'),
  order: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  repeatable: Type.Optional(orNone(Type.Boolean())),
  deadline: Type.Optional(orNone(Type.String({ examples: ['7d'] }))),
  default: Type.Optional(Type.Boolean()),
  externalId: Type.Optional(orNone(text(64, 'E9'))),
})

const name = cell(text(200, 'Bubble Farm'))
const destination = cell(text(2048, 'https://go.example/?c={click_id}'))

/** Fields of an offer that may be set, besides its network and its id there. */
const settable = {
  description: optional(cell(text(2000, 'Reach level 10 in a week.')), 'The text that users read.'),
  requirements: optional(cell(orNone(text(2000, 'New users only'))), 'The conditions for users; null: none.'),
  categories: optional(cell(Type.Array(Type.String(), { maxItems: 10 })), 'Slugs, 10 at most.'),
  payout: optional(
    cell(orNone(amount('1.25'))),
    "The publisher's payout, in USD; null with goals: as much as they pay together.",
  ),
  payoutShare: optional(cell(share), 'The publisher’s share of what is reported, in percent; null: fixed.'),
  revenue: optional(
    cell(orNone(amount('2.00'))),
    "The network's expected payment, in USD; null with goals: as much as they bring together.",
  ),
  fallbackUrl: optional(
    cell(orNone(text(2048, 'https://site.example/'))),
    'The address that its links lead to while it is not available.',
  ),
  imageUrl: optional(cell(orNone(text(2048, 'https://cdn.example/i.webp'))), 'Its picture; null: ours.'),
  countries: optional(
    cell(Type.Array(Type.String(), { maxItems: 300, examples: [['DE', 'AT']] })),
    'ISO codes; empty: everywhere.',
  ),
  platforms: optional(
    cell(Type.Array(Type.Enum([...platforms]))),
    'Platforms; an empty list means all three.',
  ),
  startsAt: optional(cell(orNone(time('2030-01-31T09:30:00Z'))), 'ISO 8601; null: at once.'),
  endsAt: optional(cell(orNone(time('2030-02-28T00:00:00Z'))), 'ISO 8601; null: never.'),
  dailyCap: optional(cell(orNone(cap)), 'Conversions a day; null: no limit.'),
  totalCap: optional(cell(orNone(cap)), 'Conversions in all; null: no limit.'),
  repeatable: optional(flag, 'Earned once per transaction, not once per click.'),
  holdDays: optional(
    cell(Type.Integer({ minimum: 0, maximum: 365 })),
    'For how many days what is approved is held.',
  ),
  goals: optional(
    cell(Type.Array(goal, { maxItems: 50 })),
    'Its paid events in their order, all of them; empty: it is one event.',
  ),
  addClickId: optional(flag, 'Add the network’s parameter for the click id where the address has none.'),
} as const

export const newOfferFields = {
  externalId: required(
    cell(text(255, 'bubble-farm')),
    'The network’s own id of it, by which imports know it. It stays.',
  ),
  name: required(name, 'The name that users see.'),
  destinationUrl: required(destination, 'Where it leads, with macros; it carries the click id.'),
  ...settable,
  status: optional(wordField(offerStatuses), 'Paused: it is listed once it is resumed.'),
} as const

export const changedOfferFields = {
  name: optional(name, 'The name that users see.'),
  destinationUrl: optional(destination, 'Where it leads, with macros; it carries the click id.'),
  ...settable,
} as const
