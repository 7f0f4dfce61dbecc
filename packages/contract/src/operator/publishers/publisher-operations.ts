import { publisherStatuses } from '@quoin/core/publishers/publisher.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { flag } from '../../fields/json-fields.ts'
import { search, textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { rowId } from '../catalogue/offer-operations.ts'
import { idText, money, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const publishers = { tag: 'Publishers', proof: 'staff', query: noParameters, body: noParameters } as const
const onePublisher = { publisherId: required(rowId, 'The id of the publisher.') } as const
const name = textField({ min: 1, max: 100, example: 'Nova Games' })
const reason = textField({ min: 1, max: 500, example: 'Their users are bots.' })

const status = Type.Enum([...publisherStatuses], {
  description:
    '`waiting` for approval: only test credentials work; `suspended`: all its apps are refused everywhere.',
})

const publisherFields = {
  id: idText('The id of the publisher.'),
  name: Type.String(),
  status,
  created_at: unixSeconds('The time since when the publisher is here.'),
  apps: Type.Integer({ minimum: 0 }),
  clicks: Type.Integer({ minimum: 0, description: 'The figure of the last 30 days.' }),
  earned: money('In USD, in the last 30 days.'),
  reversal_share: orNull(
    Type.Number({ minimum: 0, maximum: 1 }),
    'The share of the conversions approved in the last 30 days that was taken back; null without any.',
  ),
  last_seen_at: orNull(unixSeconds('When a key of its apps was used last.')),
} as const

export const listPublishers = operation({
  ...publishers,
  id: 'listPublishers',
  method: 'GET',
  path: '/operator/v1/publishers',
  reads: 'elsewhere',
  role: 'analyst',
  summary: 'The publishers',
  description:
    'Lists the publishers, those that wait for approval first. The figures are of the last 30 days, to ' +
    'the minute.',
  query: {
    ...listParameters(
      { state: ['integer', 'text', 'integer'], name: ['text', 'integer'], id: ['integer'] },
      'state',
    ),
    search: optional(search, 'A part of the name.', { emptyIsAbsent: true }),
    status: optional(wordField(publisherStatuses), 'Only publishers in this state.'),
  },
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(Type.Object(publisherFields, closed)),
      meta: listMeta,
    },
  ],
  errors: staffErrors,
})

export const getPublisher = operation({
  ...publishers,
  id: 'getPublisher',
  method: 'GET',
  path: '/operator/v1/publishers/{publisherId}',
  pathParameters: onePublisher,
  role: 'analyst',
  summary: 'One publisher',
  description: 'Returns the publisher with its figures and its people.',
  success: [
    {
      status: 200,
      description: 'The publisher in full.',
      data: Type.Object(
        {
          ...publisherFields,
          members: Type.Array(
            Type.Object(
              {
                person_id: Type.String(),
                name: Type.String(),
                email: Type.String(),
                is_confirmed: Type.Boolean({ description: 'Whether the address is proven to be theirs.' }),
                role: Type.String({ examples: ['owner'] }),
                since: unixSeconds('Since when they belong to it.'),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const getPublisherMoney = operation({
  ...publishers,
  id: 'getPublisherMoney',
  method: 'GET',
  path: '/operator/v1/publishers/{publisherId}/money',
  pathParameters: onePublisher,
  role: 'analyst',
  summary: 'Money owed and paid to a publisher',
  description: 'Returns the sums of the ledger in USD, over all its apps.',
  success: [
    {
      status: 200,
      description: 'The sums over all its apps.',
      data: Type.Object(
        { payable: money('The sum that is owed now.'), paid: money('The sum that was paid until now.') },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const createPublisher = operation({
  ...publishers,
  id: 'createPublisher',
  method: 'POST',
  path: '/operator/v1/publishers',
  role: 'operator',
  summary: 'Create a publisher',
  description:
    'The new publisher has no apps and no people. It waits for approval unless you approve it at once.',
  body: {
    name: required(name, 'Its name; no other publisher has it.'),
    approved: optional(flag, 'Whether it may do business at once.'),
  },
  success: [
    {
      status: 201,
      description: 'The publisher in full.',
      data: Type.Object({ id: idText('The id of the publisher.'), status }, closed),
    },
  ],
  errors: staffErrors,
})

export const updatePublisher = operation({
  ...publishers,
  id: 'updatePublisher',
  method: 'PATCH',
  path: '/operator/v1/publishers/{publisherId}',
  pathParameters: onePublisher,
  role: 'operator',
  summary: 'Rename a publisher',
  description: 'The name must be one that no other publisher has.',
  body: { name: required(name, 'The name of the publisher.') },
  success: [{ status: 200, description: 'The publisher has its new name.', data: Type.Object({}, closed) }],
  errors: staffErrorsOfOne,
})

const decision = {
  ...publishers,
  method: 'POST',
  pathParameters: onePublisher,
  role: 'operator',
  success: [
    {
      status: 200,
      description: 'The publisher has its new status.',
      data: Type.Object({ id: idText('The id of the publisher.'), status }, closed),
    },
  ],
  errors: staffErrorsOfOne,
} as const

export const approvePublisher = operation({
  ...decision,
  id: 'approvePublisher',
  path: '/operator/v1/publishers/{publisherId}/approve',
  summary: 'Approve a publisher that waits',
  description: 'The live credentials of its apps work at once, everywhere.',
})

export const suspendPublisher = operation({
  ...decision,
  id: 'suspendPublisher',
  path: '/operator/v1/publishers/{publisherId}/suspend',
  summary: 'Suspend a publisher',
  description:
    'All its apps are refused at once, everywhere: they get no lists and no clicks. Reports about ' +
    'earlier clicks still count, and what the publisher is owed stays owed.',
  body: { reason: optional(reason, 'The reason for the audit log.') },
})

export const resumePublisher = operation({
  ...decision,
  id: 'resumePublisher',
  path: '/operator/v1/publishers/{publisherId}/resume',
  summary: 'Resume a suspended publisher',
  description: 'The apps of the publisher work again at once, as they were.',
})

/** Publishers: who may do business, and how they fare. */
export const publisherOperations = [
  listPublishers,
  getPublisher,
  getPublisherMoney,
  createPublisher,
  updatePublisher,
  approvePublisher,
  suspendPublisher,
  resumePublisher,
] as const
