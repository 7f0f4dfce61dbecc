import { alertRuleNames, severities } from '@quoin/core/alerts/alert-rule.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { money, staffErrors } from '../operator-parts.ts'
import { runbook } from './runbook-field.ts'

export const listNeeds = operation({
  id: 'listNeeds',
  method: 'GET',
  path: '/operator/v1/needs',
  tag: 'Alerts',
  summary: 'Needs of this moment',
  description: 'Lists what needs somebody, the worst first. The same causes are told by e-mail or webhook.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'All of it; an empty list when all is quiet.',
      data: Type.Array(
        Type.Object(
          {
            cause: Type.String({
              description: 'The same as long as it is the same.',
              examples: ['network_silent:12'],
            }),
            rule: Type.Enum([...alertRuleNames]),
            severity: Type.Enum([...severities]),
            title: Type.String({ examples: ['Tune Co is silent'] }),
            sentence: Type.String({ description: 'The extent of the problem, and what comes next.' }),
            since: orNull(unixSeconds('The time of its begin.')),
            count: orNull(Type.Integer({ minimum: 0 }), 'The number of things that it is about.'),
            amount: orNull(money('The amount it is about, in USD.')),
            link: Type.String({ description: 'A path of the dashboard.', examples: ['/ops/networks/12'] }),
            action: Type.String({
              description: 'The words of what leads there.',
              examples: ['Open its log'],
            }),
            runbook,
            urgent: Type.Boolean({ description: 'Bad enough to be sent by e-mail or webhook.' }),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})
