import { editFieldNames } from '@quoin/core/offers/edit/edit-fields.ts'
import { offerStatuses, platforms } from '@quoin/core/offers/offer.ts'
import { accepted, type Field, optional, refused, required } from '../../fields/field.ts'
import { flag, listOf } from '../../fields/json-fields.ts'
import { countField, integerField } from '../../fields/number-fields.ts'
import { country } from '../../fields/place-fields.ts'
import { search, slug, textField, wordField } from '../../fields/text-fields.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { idText, money, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const id = integerField({ min: 1, max: Number.MAX_SAFE_INTEGER })
const idsMax = 1_000

const word = Type.String({ maxLength: 40 })
const changeSchema = Type.Object(
  {
    field: Type.Enum([...editFieldNames]),
    op: Type.String({ maxLength: 20, examples: ['raise'] }),
    value: Type.Optional(
      Type.Union([Type.String({ maxLength: 40, examples: ['20'] }), Type.Array(word, { maxItems: 300 })]),
    ),
  },
  closed,
)

interface Change {
  readonly field: (typeof editFieldNames)[number]
  readonly op: string
  readonly value?: string | readonly string[]
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 40 && value.isWellFormed()

/** One change; its operand is read by the rules of its operation, which say what is wrong with it. */
const change: Field<Change> = {
  schema: changeSchema,
  read(raw) {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      return refused('type', 'must be an object with field, op and value')
    const given: Readonly<Record<string, unknown>> = { ...raw }
    const field = editFieldNames.find((name) => name === given['field'])
    if (field === undefined)
      return refused('enum', `has a field that is not one of ${editFieldNames.join(', ')}`)
    const { op, value } = { op: given['op'], value: given['value'] }
    if (typeof op !== 'string' || op.length > 20) return refused('type', 'has an op that is no short text')
    if (value === undefined || value === null) return accepted({ field, op })
    if (isText(value)) return accepted({ field, op, value })
    if (Array.isArray(value) && value.length <= 300 && value.every(isText))
      return accepted({ field, op, value })
    return refused(
      'type',
      'has a value that is no text of at most 40 characters and no list of 300 such texts',
    )
  },
}

const selection = {
  search: optional(search, 'A part of the name, our id, or the network’s own id.', { emptyIsAbsent: true }),
  networkId: optional(id, 'Only offers of this network.'),
  status: optional(wordField([...offerStatuses, 'capped']), 'Only active, paused or capped ones.'),
  country: optional(country, 'Only what is shown there, unrestricted ones too.', { emptyIsAbsent: true }),
  platform: optional(wordField(platforms), 'Only what is shown there, unrestricted ones too.'),
  category: optional(slug, 'Only offers of this category.', { emptyIsAbsent: true }),
  ids: optional(listOf(id, { max: idsMax }), 'Only these; without it all that match, at most 10,000.'),
  exceptIds: optional(listOf(id, { max: idsMax }), 'Offers that are left out of those that match.'),
  changes: required(
    listOf(change, { max: 9 }),
    'Each field once: dailyCap set, raise, lower, remove; payout set, percent, margin; prices percent, ' +
      'margin (payouts by country and platform of an offer and of its goals, without those of the rest of the world); ' +
      'countries add, remove, replace, everywhere; holdDays set; platforms replace, all; categories add, remove, ' +
      'replace; margin set, remove; state pause, resume.',
  ),
} as const

const shownChange = Type.Object(
  { field: Type.Enum([...editFieldNames]), before: Type.String(), after: Type.String() },
  closed,
)
const shownOffer = Type.Object(
  {
    id: idText('The id of the offer.'),
    name: Type.String(),
    changes: Type.Array(shownChange),
    closes_at: orNull(
      Type.Integer({ minimum: 0 }),
      'Its conversions of today, where they are past the new cap: it closes at once.',
    ),
    reason: orNull(Type.String(), 'The reason why it cannot be changed.'),
  },
  closed,
)
const count = Type.Integer({ minimum: 0 })

export const previewOfferEdit = operation({
  id: 'previewOfferEdit',
  method: 'POST',
  path: '/operator/v1/offer-edits/preview',
  tag: 'Offers',
  summary: 'Preview an edit of many offers',
  description:
    'Returns three lists: offers that change, offers that are so already, and offers that cannot be ' +
    'changed, each with the reason.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    ...selection,
    limit: optional(integerField({ min: 1, max: 500 }), 'How many of each list are told; 50 unless given.'),
    csv: optional(flag, 'Gives all of them as a CSV file, too.'),
  },
  success: [
    {
      status: 200,
      description: 'The outcome. Nothing was written.',
      data: Type.Object(
        {
          seen: Type.String({ description: 'To be given back when the edit is made.' }),
          seen_at: unixSeconds('When it was looked at.'),
          counts: Type.Object({ change: count, same: count, cannot: count }, closed),
          change: Type.Array(shownOffer),
          same: Type.Array(shownOffer),
          cannot: Type.Array(shownOffer),
          payout: orNull(
            Type.Object(
              {
                rises: count,
                falls: count,
                difference: money('By the approved conversions of the last 7 days, in USD.'),
              },
              closed,
            ),
          ),
          under_margin: Type.Integer({
            minimum: 0,
            description: 'How many of those whose payout changes have a margin rule, which goes before it.',
          }),
          closing: Type.Array(shownOffer, { description: 'The first of those that close at once.' }),
          closing_count: count,
          csv: orNull(Type.String()),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

const editShape = Type.Object(
  {
    id: idText('The id of the edit.'),
    made_at: unixSeconds('The time at which it was made.'),
    actor: Type.String(),
    who: Type.String({ description: 'The actor by name.' }),
    changed: count,
    same: count,
    cannot: count,
    network: orNull(Type.String(), 'The network of all of them; null where they are of several.'),
    changes: Type.Array(
      Type.Object(
        { field: Type.Enum([...editFieldNames]), told: Type.String({ examples: ['Raise by 20 %'] }) },
        closed,
      ),
    ),
    undo_until: unixSeconds('Until then it can be taken back.'),
    undoable: Type.Boolean({ description: 'Whether it can be taken back now.' }),
    undone_at: orNull(unixSeconds('When it was taken back.')),
    put_back: orNull(count),
    stayed: orNull(count),
  },
  closed,
)

export const editOffers = operation({
  id: 'editOffers',
  method: 'POST',
  path: '/operator/v1/offer-edits',
  tag: 'Offers',
  summary: 'Change many offers at once',
  description:
    'Makes the whole edit or nothing, in one transaction. With `seen` the edit is refused, by the rule ' +
    '`changed`, if anything that its outcome depends on has changed since the preview. Clicks keep the ' +
    'reward that they were made with.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    ...selection,
    seen: optional(
      textField({ min: 1, max: 80, example: '1800000000000.0f3a' }),
      'As the preview gave it; left out: whatever is there now.',
    ),
  },
  success: [{ status: 201, description: 'The edit and what it changed.', data: editShape }],
  errors: staffErrors,
})

const ofEdit = {
  editId: required(countField({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'The id of the edit.'),
} as const

export const getOfferEdit = operation({
  id: 'getOfferEdit',
  method: 'GET',
  path: '/operator/v1/offer-edits/{editId}',
  pathParameters: ofEdit,
  tag: 'Offers',
  summary: 'An edit of many offers',
  description:
    'Returns what the edit changed of each offer, in the order of their ids. Edits are kept for 90 days.',
  proof: 'staff',
  role: 'analyst',
  query: {
    afterId: optional(
      countField({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      'The last offer of the page before.',
    ),
    limit: optional(countField({ min: 1, max: 500 }), 'The number of rows; 50 unless given.'),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The edit and what it changed.',
      data: Type.Object({ edit: editShape, offers: Type.Array(shownOffer) }, closed),
    },
  ],
  errors: staffErrorsOfOne,
})

export const undoOfferEdit = operation({
  id: 'undoOfferEdit',
  method: 'POST',
  path: '/operator/v1/offer-edits/{editId}/undo',
  pathParameters: ofEdit,
  tag: 'Offers',
  summary: 'Take an edit of many offers back',
  description:
    'You can take an edit back once, within 24 hours. Fields that somebody has changed since stay, and ' +
    'so does one whose former value would now be refused, such as a payout above the revenue.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The edit is taken back.',
      data: Type.Object({ put_back: count, stayed: count, told: Type.String() }, closed),
    },
  ],
  errors: staffErrorsOfOne,
})

export const offerEditOperations = [previewOfferEdit, editOffers, getOfferEdit, undoOfferEdit] as const
