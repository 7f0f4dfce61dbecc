import { ticketAnswers, ticketStates } from '@quoin/core/tickets/ticket.ts'
import { Type } from 'typebox'
import { optional, required } from '../../fields/field.ts'
import { countField } from '../../fields/number-fields.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, unixSeconds, uuid } from '../../shapes/responses.ts'
import { uncountedMeta } from '../history/history-operations.ts'
import { rowId } from '../ledger/ledger-operations.ts'
import { pageStandard } from '../list-parameters.ts'
import { idText, orNull, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const ticketShape = Type.Object(
  {
    id: idText('The ticket.'),
    app_id: idText('The app.'),
    user_id: Type.String(),
    test: Type.Boolean(),
    click_id: uuid,
    offer_id: idText('The offer.'),
    goal: Type.String(),
    conversion_id: orNull(uuid, 'The claim that it became, or the conversion that it is about.'),
    diagnosis: Type.String({ description: 'Where the reward was when the user asked.' }),
    state: Type.Enum([...ticketStates], { description: 'As the user is told of it.' }),
    note: Type.String({ description: "The user's words." }),
    receipt: Type.String(),
    answer: orNull(Type.Enum([...ticketAnswers])),
    because: orNull(Type.String(), 'The reason of the answer, in words for the user.'),
    at: unixSeconds('When it was opened.'),
    answered_at: orNull(unixSeconds('When a person answered it.')),
  },
  closed,
)

export const listTickets = operation({
  id: 'listTickets',
  method: 'GET',
  path: '/operator/v1/tickets',
  tag: 'Tickets',
  summary: 'Questions of users about rewards that did not come',
  description: 'Newest first, with what their users are told.',
  proof: 'staff',
  role: 'analyst',
  query: {
    limit: optional(
      countField({ min: 1, max: 100, default: pageStandard }),
      `Rows in this answer; ${pageStandard} unless given.`,
    ),
    after: optional(rowId, '`meta.next` of the page before. Without it: from the newest.'),
    app: optional(rowId, 'Only those of an app.'),
  },
  body: noParameters,
  success: [{ status: 200, description: 'The page.', data: Type.Array(ticketShape), meta: uncountedMeta }],
  errors: staffErrors,
})

export const answerTicket = operation({
  id: 'answerTicket',
  method: 'POST',
  path: '/operator/v1/tickets/{ticketId}/answer',
  pathParameters: { ticketId: required(rowId, 'The ticket.') },
  tag: 'Tickets',
  summary: 'Answer a ticket',
  description: 'The user reads the answer in the wall. It moves no money: reviews confirm and refuse claims.',
  proof: 'staff',
  role: 'reviewer',
  query: noParameters,
  body: {
    answer: required(wordField(ticketAnswers), 'The answer.'),
    because: required(
      textField({ min: 1, max: 255, example: 'The advertiser found no order of this day.' }),
      'Why, in words for the user.',
    ),
  },
  success: [
    {
      status: 200,
      description: 'It is answered.',
      data: Type.Object({ id: idText('The ticket.'), answer: Type.Enum([...ticketAnswers]) }, closed),
    },
  ],
  errors: staffErrorsOfOne,
})
