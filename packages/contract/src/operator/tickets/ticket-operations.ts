import { diagnosisCodes } from '@quoin/core/tickets/diagnose-reward.ts'
import { ticketAnswers, ticketStates } from '@quoin/core/tickets/ticket.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { rowId } from '../ledger/ledger-operations.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { idText, money, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const ticketShape = Type.Object(
  {
    id: idText('The id of the ticket.'),
    app_id: idText('The id of the app.'),
    app: Type.String(),
    publisher: Type.String(),
    user_id: Type.String(),
    test: Type.Boolean(),
    click_id: uuid,
    offer_id: idText('The id of the offer.'),
    offer: Type.String(),
    network: Type.String(),
    goal: Type.String(),
    conversion_id: orNull(uuid, 'The claim that it became, or the conversion that it is about.'),
    conversion_status: orNull(Type.String(), 'The status of that conversion now.'),
    payout: orNull(money('The payout that the publisher would be owed, in USD.')),
    payout_local: orNull(money('The reward that the user would get.')),
    currency: orNull(Type.String()),
    diagnosis: Type.Enum([...diagnosisCodes], { description: 'Where the reward was when the user asked.' }),
    state: Type.Enum([...ticketStates], { description: 'As the user is told of it.' }),
    note: Type.String({ description: 'The note in the words of the user.' }),
    receipt: Type.String(),
    answer: orNull(Type.Enum([...ticketAnswers])),
    because: orNull(Type.String(), 'The reason of the answer, in words for the user.'),
    messages: Type.Array(
      Type.Object(
        {
          by: Type.Enum(['person', 'user'], { description: 'A person of yours, or the user.' }),
          text: Type.String(),
          at: unixSeconds('When it was said.'),
        },
        closed,
      ),
      { description: 'The words after the note, oldest first: at most 40.' },
    ),
    at: unixSeconds('When it was opened.'),
    due_at: unixSeconds("Until when the wall has promised an answer: the user's own answer begins it anew."),
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
  description:
    'Lists the tickets in the order in which an answer is due, oldest first, and says what their users ' +
    'are told.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters({ time: ['integer'] }, 'time'),
    ticket: optional(rowId, 'Only the ticket of this id.'),
    state: optional(wordField(ticketStates), 'Only those of which their users are told this.'),
    app: optional(rowId, 'Only rows of this app.'),
    network: optional(rowId, 'Only those about offers of a network.'),
    user: optional(textField({ min: 1, max: 255, example: 'user-42' }), 'Only rows of this user.'),
    diagnosis: optional(wordField(diagnosisCodes), 'Only those whose reward was here when they were opened.'),
  },
  body: noParameters,
  success: [
    { status: 200, description: 'One page of the list.', data: Type.Array(ticketShape), meta: listMeta },
  ],
  errors: staffErrors,
})

export const answerTicket = operation({
  id: 'answerTicket',
  method: 'POST',
  path: '/operator/v1/tickets/{ticketId}/answer',
  pathParameters: { ticketId: required(rowId, 'The id of the ticket.') },
  tag: 'Tickets',
  summary: 'Answer a ticket',
  description:
    'The user reads the answer in the wall. The answer moves no money: reviews confirm and refuse claims.',
  proof: 'staff',
  role: 'reviewer',
  query: noParameters,
  body: {
    answer: required(wordField(ticketAnswers), 'The answer to the user.'),
    because: required(
      textField({ min: 1, max: 255, example: 'The advertiser found no order of this day.' }),
      'Why, in words for the user.',
    ),
  },
  success: [
    {
      status: 200,
      description: 'The ticket is answered.',
      data: Type.Object(
        { id: idText('The id of the ticket.'), answer: Type.Enum([...ticketAnswers]) },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})
