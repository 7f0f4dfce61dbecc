import { clickOutcomes } from '@quoin/core/tracking/click.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { listMeta } from '../../operator/list-parameters.ts'
import { idText, staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { stepShape, storyParts } from '../../operator/users/click-operations.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { member, ownApp } from '../manage-parts.ts'
import { byTime, historyFilter } from './history-parts.ts'

const clicks = {
  ...member,
  method: 'GET',
  tag: 'Conversions and clicks',
  role: 'analyst',
  body: noParameters,
  errors: staffErrorsOfOne,
} as const

const filter = {
  ...historyFilter,
  outcome: optional(
    wordField(clickOutcomes),
    'Only those that led to the offer (`redirected`), or to the fallback.',
    { emptyIsAbsent: true },
  ),
}

const clickShape = Type.Object(
  {
    id: uuid,
    at: unixSeconds('When the link was followed.'),
    user_id: Type.String(),
    sub_id: orNull(Type.String()),
    offer_id: idText('The id of the offer.'),
    offer: orNull(Type.String()),
    country: Type.String({ description: 'The country of the click; ZZ when it is unknown.' }),
    platform: Type.String(),
    state: Type.Enum(['accepted', 'bot', 'fallback']),
    reason: orNull(Type.String(), 'Why it fell back, as a sentence’s end.'),
  },
  closed,
)

export const listMyClicks = operation({
  ...clicks,
  id: 'listMyClicks',
  path: '/manage/v1/apps/{appId}/clicks',
  reads: 'elsewhere',
  pathParameters: ownApp,
  summary: 'Clicks of an app',
  description:
    'You can search by user, click, sub id, offer, outcome and time. The newest come first. A search ' +
    'through many clicks may return fewer rows than you asked for, or none, with `searched_until`. Go on ' +
    'from there with `next`.',
  query: { ...byTime, ...filter },
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(clickShape),
      meta: Type.Object({
        ...listMeta.properties,
        searched_until: Type.Union([Type.Integer(), Type.Null()], {
          description:
            'Unix seconds: the search has found all until here, and there are more to go through; else null.',
        }),
      }),
    },
  ],
})

export const exportMyClicks = operation({
  ...clicks,
  id: 'exportMyClicks',
  path: '/manage/v1/apps/{appId}/clicks/file',
  reads: 'elsewhere',
  pathParameters: ownApp,
  summary: 'Clicks as a CSV file',
  description: 'Takes the same conditions as the list. The file has 10,000 rows at most, newest first.',
  query: filter,
  success: [{ status: 200, description: 'The CSV file.', plain: { 'text/csv': Type.String() } }],
})

const { margin: _margin, ...stepFields } = stepShape.properties
const { network: _network, refused_postbacks: _refused, steps: _steps, ...storyFields } = storyParts

export const getMyClickStory = operation({
  ...clicks,
  id: 'getMyClickStory',
  path: '/manage/v1/clicks/{clickId}/story',
  reads: 'elsewhere',
  pathParameters: { clickId: required(ownId, 'A click of one of your apps.') },
  summary: 'Was it paid, and why not',
  description:
    'Gives the answer first, then every step with its reason. It leaves out what the network pays and ' +
    'what the platform keeps.',
  query: member.query,
  success: [
    {
      status: 200,
      description: 'The story with its steps.',
      data: Type.Object({ ...storyFields, steps: Type.Array(Type.Object(stepFields, closed)) }, closed),
    },
  ],
})
