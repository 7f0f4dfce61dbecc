import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printOpenApi } from '@quoin/contract/openapi.ts'
import { printManageApi, printOperatorApi } from '@quoin/contract/role-apis.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describeDialects } from '../packages/server/src/features/callbacks/requests/describe-dialects.ts'

const about = { baseUrl: 'https://quoin.example', version: '1.2.3' }
const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // A link answers with a redirect, and `/docs` with its first page.
    'operation-2xx-response': 'off',
    // Health, pictures and these documents take nothing that could be wrong.
    'operation-4xx-response': 'off',
  },
})

for (const [name, document] of [
  ['the API of publishers', printOpenApi({ ...about, dialects: describeDialects() })],
  ['the operator API', printOperatorApi(about)],
  ['the management API', printManageApi(about)],
] as const)
  test(`redocly finds nothing in the document of ${name}`, async () => {
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    assert.deepEqual(
      problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} (${at?.pointer})`),
      [],
    )
  })
