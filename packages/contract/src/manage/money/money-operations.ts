import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { patternField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { idText, money, staffErrors } from '../../operator/operator-parts.ts'
import { noParameters } from '../../parameters.ts'
import { closed, unixSeconds } from '../../shapes/responses.ts'
import { member } from '../manage-parts.ts'

const own = { ...member, method: 'GET', tag: 'Money', role: 'analyst', body: noParameters } as const
const count = Type.Integer({ minimum: 0 })

export const getMyBalance = operation({
  ...own,
  id: 'getMyBalance',
  path: '/manage/v1/balance',
  summary: 'The balance, and amounts that may come to it',
  description: 'Returns the sums over all apps of the publisher, in USD. Test data are not counted.',
  success: [
    {
      status: 200,
      description: 'The balance of the publisher.',
      data: Type.Object(
        {
          owed: money('The sum to be paid out: approved, less reversed and paid.'),
          approved: money('Everything that was ever approved.'),
          reversed: money('The part of it that was taken back; below zero.'),
          adjusted: money("The platform's adjustments; below zero where it took."),
          paid: money('The sum that was paid out; below zero.'),
          pending: money('Payouts that networks have not confirmed yet.'),
          in_review: money('Payouts that wait for a person.'),
          held: money('Approved, and held for its days.'),
          releases: Type.Array(
            Type.Object(
              {
                day: Type.String({ examples: ['2026-11-24'] }),
                conversions: count,
                amount: money('The amount in USD.'),
              },
              closed,
            ),
            { description: 'When what is held is released, in UTC days; 90 at most.' },
          ),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

const month = patternField({
  pattern: /^20[0-9]{2}-(?:0[1-9]|1[0-2])$/,
  message: 'must be a month such as 2026-11',
  example: '2026-11',
  max: 7,
})

export const getMyStatement = operation({
  ...own,
  id: 'getMyStatement',
  path: '/manage/v1/statement',
  query: { ...member.query, month: required(month, 'The month, in UTC.') },
  summary: 'The statement of a month',
  description:
    'Returns the balance before the month, what came, what went, and the balance after it. They add up. ' +
    'All amounts are in USD.',
  success: [
    {
      status: 200,
      description: 'The statement of the month.',
      data: Type.Object(
        {
          month: Type.String({ examples: ['2026-11'] }),
          publisher: Type.String(),
          from: unixSeconds('When the month begins.'),
          until: unixSeconds('When it ends, or the present while it lasts.'),
          opening: money('The balance before it.'),
          approved: money('The payouts approved in it.'),
          reversed: money("The part of this month's payouts that was taken back."),
          reversed_earlier: money("The part of earlier months' payouts that was taken back in it."),
          adjusted: money("The platform's adjustments; below zero where it took."),
          paid: money('The sum that was paid out; below zero.'),
          closing: money('The balance after it.'),
          apps: Type.Array(
            Type.Object(
              {
                id: idText('The id of the app.'),
                name: Type.String(),
                approved: money('The amount in USD.'),
                reversed: money("Reversals of this month's payouts and earlier ones."),
              },
              closed,
            ),
          ),
          payments: Type.Array(
            Type.Object(
              {
                at: unixSeconds('The time at which it happened.'),
                reference: Type.String(),
                kind: Type.String(),
                amount: money('The amount in USD.'),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const listMyStatements = operation({
  ...own,
  id: 'listMyStatements',
  path: '/manage/v1/statements',
  summary: 'The months that have a statement',
  description:
    'Lists the months in which something was booked, newest first. Each begins with the balance that the ' +
    'one before ended with. All amounts are in USD.',
  success: [
    {
      status: 200,
      description: 'The months with a statement.',
      data: Type.Array(
        Type.Object(
          {
            month: Type.String({ examples: ['2026-11'] }),
            opening: money('The balance before it.'),
            approved: money('The payouts approved in it.'),
            reversed: money('The payouts taken back in it; below zero.'),
            adjusted: money("The platform's adjustments; below zero where it took."),
            paid: money('The sum that was paid out; below zero.'),
            closing: money('The balance after it.'),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

export const exportMyStatement = operation({
  ...own,
  id: 'exportMyStatement',
  path: '/manage/v1/statement/file',
  query: getMyStatement.query,
  summary: 'The statement of a month as a CSV file',
  description:
    'The file has a line for the balance before, for each app and payment, and for the balance after. ' +
    'All amounts are in USD.',
  success: [{ status: 200, description: 'The CSV file.', plain: { 'text/csv': Type.String() } }],
  errors: staffErrors,
})
