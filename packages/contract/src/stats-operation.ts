import { Type } from './json-schema.ts'
import { operation } from './operation.ts'
import { noParameters } from './parameters.ts'
import { statsMeta, statsRowShape } from './shapes/stats.ts'
import { statsQuery } from './stats-parameters.ts'

export const getStats = operation({
  id: 'getStats',
  method: 'GET',
  path: '/api/v1/stats',
  tag: 'Stats',
  summary: 'Clicks, conversions and earnings over time',
  description:
    'Returns the figures of the app per day, per hour or in all, in your time zone and up to the last ' +
    'click. A conversion counts on the day when it was first known, with the status that it has now. A ' +
    'reversal therefore changes the day of the conversion.',
  proof: 'key+secret',
  query: statsQuery,
  body: noParameters,
  success: [
    { status: 200, description: 'The rows of the report.', data: Type.Array(statsRowShape), meta: statsMeta },
  ],
  errors: ['INVALID_REQUEST', 'INVALID_API_KEY', 'INVALID_API_SECRET', 'RATE_LIMIT_EXCEEDED', 'SERVER_ERROR'],
})
