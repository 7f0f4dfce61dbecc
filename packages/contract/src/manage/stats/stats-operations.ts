import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { noParameters } from '../../parameters.ts'
import { statsRowShape, topStatsMeta } from '../../shapes/stats.ts'
import { statsQuery, topQuery } from '../../stats-parameters.ts'
import { member, ofMode, ownApp } from '../manage-parts.ts'

export const getMyStats = operation({
  ...member,
  id: 'getMyStats',
  method: 'GET',
  path: '/manage/v1/apps/{appId}/stats',
  reads: 'elsewhere',
  pathParameters: ownApp,
  tag: 'Reports',
  role: 'analyst',
  summary: 'Clicks, conversions and earnings over time',
  description: 'Returns the figures of GET /api/v1/stats. Test data enter no report.',
  query: { ...ofMode, ...statsQuery, ...topQuery },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The rows of the report.',
      data: Type.Array(statsRowShape),
      meta: Type.Object({
        ...topStatsMeta(statsRowShape),
        offers: Type.Record(Type.String(), Type.String(), {
          description: 'The names of the offers in the rows, by their ids.',
        }),
      }),
    },
  ],
  errors: staffErrorsOfOne,
})
