import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printOpenApi } from '@quoin/contract/openapi.ts'
import {
  approvedFacts,
  classicSecret,
  endpointOf,
  reversedFacts,
} from '../../../../../../test/support/callbacks.ts'
import { callbackFormats } from '../../../dialects/index.ts'
import { buildClassicRequest } from './build-classic.ts'
import { describeDialects } from './describe-dialects.ts'

interface Described {
  readonly name: string
  readonly in: string
  readonly schema: { readonly enum?: readonly string[] }
}

interface PrintedWebhook {
  readonly parameters: readonly Described[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: { properties: Readonly<Record<string, object>> } }>>
  }
}

type Printed = Readonly<Record<string, { readonly get?: PrintedWebhook; readonly post?: PrintedWebhook }>>

const document = printOpenApi({ baseUrl: 'https://q.example', version: '1', dialects: describeDialects() })
const { webhooks }: { webhooks: Printed } = JSON.parse(JSON.stringify(document))

test('the OpenAPI document has a webhook for each form of callback but own templates', () => {
  const names = callbackFormats.filter((format) => format !== 'template')
  assert.deepEqual(
    Object.keys(webhooks).sort(),
    // Changes of offers have one form.
    [
      ...names.map((name) => (name === 'native' ? 'conversionChanged' : `conversionChanged_${name}`)),
      'offersChanged',
    ].sort(),
  )
})

for (const { name } of describeDialects()) {
  test(`the requests of ${name} are as the OpenAPI document says, in every place and word`, () => {
    const printed = webhooks[`conversionChanged_${name}`]
    for (const facts of [approvedFacts, reversedFacts]) {
      const endpoint = endpointOf(name, 'https://publisher.example/callbacks')
      const request = buildClassicRequest({ facts, endpoint, secret: classicSecret })
      const operation = request.method === 'GET' ? printed?.get : printed?.post
      assert.ok(operation)
      const namesIn = (place: string) => operation.parameters.filter((one) => one.in === place)
      const sent = new URL(request.url).searchParams
      assert.deepEqual(
        [...sent.keys()],
        namesIn('query').map((one) => one.name),
      )
      for (const { name: parameter, schema } of namesIn('query'))
        assert.ok(
          schema.enum?.includes(sent.get(parameter) ?? '') ?? true,
          `${parameter}=${sent.get(parameter)}`,
        )
      const headers = Object.keys(request.headers).filter((header) => header !== 'content-type')
      assert.deepEqual(
        headers,
        namesIn('header').map((one) => one.name),
      )
      const type = request.headers['content-type'] ?? ''
      const properties = operation.requestBody?.content[type]?.schema.properties ?? {}
      assert.deepEqual(Object.keys(JSON.parse(request.body ?? '{}')), Object.keys(properties))
    }
  })
}
