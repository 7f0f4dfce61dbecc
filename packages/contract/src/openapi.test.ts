import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { errorCodes } from './error-codes.ts'
import { printOpenApi } from './openapi.ts'
import { operations } from './operations.ts'

type Json = { readonly [key: string]: Json } & { readonly length?: number }

const document = JSON.parse(JSON.stringify(printOpenApi({ baseUrl: 'https://q.example', version: '1.2.3' })))
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

interface Printed {
  readonly path: string
  readonly method: string
  readonly operation: Json
}

const printed: readonly Printed[] = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** Every object in the document with a key of that name, with where it lies. */
function findAll(value: unknown, key: string, at = '#'): { at: string; holder: Json }[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([name, one]) => findAll(one, key, `${at}/${name}`))
  return Object.hasOwn(value, key) ? [{ at, holder: value as Json }, ...inner] : inner // an object, tested above
}

test('every path of the contract is documented, with its method', () => {
  const documented = printed.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  for (const endpoint of [
    'GET /api/v1/offers', // §4.1
    'POST /api/v1/fingerprint', // §4.2
    'GET /track', // §4.3
    'GET /postback', // §4.4
    'POST /postback',
    'POST /v1/conversions', // §4.5
  ]) {
    assert.ok(documented.includes(endpoint), endpoint)
  }
})

test('the document is OpenAPI 3.1 with everything that it must have', () => {
  assert.equal(document.openapi, '3.1.0')
  assert.equal(document.info.version, '1.2.3')
  assert.ok(document.info.title.length > 0)
  assert.deepEqual(document.servers, [{ url: 'https://q.example' }])
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
  for (const { path, method, operation } of printed) {
    assert.match(path, /^\//)
    assert.ok(methods.includes(method))
    for (const field of ['operationId', 'summary', 'description']) {
      assert.equal(typeof operation[field], 'string', `${method} ${path} has no ${field}`)
    }
  }
})

test('operation ids are unique, as are the parameters of one operation', () => {
  const ids = printed.map(({ operation }) => String(operation['operationId']))
  assert.deepEqual([...new Set(ids)], ids)
  for (const { operation } of printed) {
    const names = parametersOf(operation).map((one) => `${one['in']} ${one['name']}`)
    assert.deepEqual([...new Set(names)], names)
  }
})

test('every reference and every security requirement leads to something', () => {
  const references = findAll(document, '$ref')
  assert.ok(references.length > 50)
  for (const { at, holder } of references) {
    const reference = String(holder['$ref'])
    const target = reference
      .slice(2)
      .split('/')
      .reduce<Json | undefined>((value, name) => value?.[name], document)
    assert.ok(reference.startsWith('#/') && target !== undefined, `${at}: ${reference}`)
  }
  const schemes = Object.keys(document.components.securitySchemes)
  for (const { holder } of findAll(document.paths, 'security')) {
    for (const requirement of Object.values(holder['security'] ?? {})) {
      for (const name of Object.keys(requirement)) assert.ok(schemes.includes(name), name)
    }
  }
})

test('the names of the credentials are those of the contract', () => {
  const { apiKey, apiSecret, apiKeyQuery, apiSecretQuery } = document.components.securitySchemes
  assert.deepEqual(
    [apiKey, apiSecret, apiKeyQuery, apiSecretQuery].map((scheme) => `${scheme.in} ${scheme.name}`),
    ['header X-API-Key', 'header X-API-Secret', 'query apiKey', 'query apiSecret'],
  )
})

test('every schema is one, and its own examples fit it', () => {
  let examples = 0
  for (const { at, holder } of findAll(document, 'schema')) {
    const schema = holder['schema']
    assert.ok(schema, at)
    if (!('$ref' in schema)) ajv.compile(schema)
  }
  for (const { at, holder } of findAll(document, 'examples')) {
    const validate = ajv.compile(holder)
    for (const example of Object.values(holder['examples'] ?? {})) {
      examples += 1
      // Shortened for a reader, as in `pk_live_…`.
      assert.ok(validate(example) || String(example).includes('…'), `${at}: ${JSON.stringify(example)}`)
    }
  }
  assert.ok(examples > 10)
})

test('examples are as real answers are: none is a row of dots, or says that something is done', () => {
  const hollow: string[] = []
  const look = (value: unknown, at: string): void => {
    if (typeof value === 'string' && (/^…+$/.test(value) || value === 'Done.')) hollow.push(at)
    if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) look(inner, `${at}/${name}`)
  }
  look(document, '')
  assert.deepEqual(hollow, [])
})

test('each parameter of the offer list is documented as the table has it', () => {
  const list = printed.find(({ path }) => path === '/api/v1/offers')
  assert.ok(list)
  const byName = new Map(parametersOf(list.operation).map((one) => [String(one['name']), one]))
  assert.deepEqual(
    [...byName].filter(([, one]) => isTrue(one['required'])).map(([name]) => name),
    ['userId'],
  )
  for (const name of ['country', 'platform', 'category', 'limit', 'offset', 'sort'])
    assert.ok(byName.has(name), name)
  const schemaOf = (name: string) => byName.get(name)?.['schema']
  assert.deepEqual(schemaOf('platform')?.['enum'], ['desktop', 'android', 'ios'])
  assert.deepEqual(Object.values(schemaOf('sort')?.['enum'] ?? {}).slice(0, 3), [
    'payout_desc',
    'payout_asc',
    'newest',
  ])
  assert.equal(schemaOf('limit')?.['default'], 20)
  // A limit of 5000 is no error but 100: a client must not be stopped by the document.
  assert.equal(schemaOf('limit')?.['maximum'], undefined)
})

test('the six codes and their statuses are the documented ones', () => {
  const statuses = Object.entries(errorCodes).map(([code, { status }]) => [code, status])
  assert.deepEqual(statuses, [
    ['INVALID_API_KEY', 401],
    ['INVALID_API_SECRET', 401],
    ['RATE_LIMIT_EXCEEDED', 429],
    ['INVALID_REQUEST', 400],
    ['RESOURCE_NOT_FOUND', 404],
    ['SERVER_ERROR', 500],
  ])
  assert.deepEqual(
    document.components.schemas.Error.properties.error.properties.code.enum,
    statuses.map(([code]) => code),
  )
  for (const operation of operations) {
    const { responses } = responsesOf(operation.id)
    const expected = new Set(operation.errors.map((code) => String(errorCodes[code].status)))
    if (operation.errors.includes('SERVER_ERROR')) expected.add('503')
    // A path with nothing in the place of a parameter is none.
    if (operation.path.includes('{')) expected.add('404')
    const documented = Object.keys(responses).filter((status) => Number(status) >= 400)
    assert.deepEqual(documented.sort(), [...expected].sort(), operation.id)
    for (const code of operation.errors) {
      assert.match(String(responses[String(errorCodes[code].status)]?.['description']), new RegExp(code))
    }
  }
})

test('the limit headers are documented on every answer to a counted call, and when to come back', () => {
  for (const operation of operations) {
    const { responses } = responsesOf(operation.id)
    for (const [status, response] of Object.entries(responses)) {
      const headers = Object.keys(response['headers'] ?? {})
      const isCounted = operation.proof.startsWith('key+secret') && status !== '401'
      for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
        assert.equal(headers.includes(name), isCounted, `${operation.id} ${status} ${name}`)
      }
      assert.equal(
        headers.includes('Retry-After'),
        ['429', '503'].includes(status),
        `${operation.id} ${status}`,
      )
      assert.ok(headers.includes('X-Request-Id'))
    }
  }
})

test('every body has an example, and it fits its own schema', () => {
  const contents = findAll(document.paths, 'content').flatMap(({ at, holder }) =>
    Object.entries<Json>(Object(holder['content'])).map(([type, content]) => ({
      at: `${at} ${type}`,
      content,
    })),
  )
  const withError = { components: document.components }
  for (const { at, content } of contents) {
    const shape: object = Object(content['schema'])
    const validate = ajv.compile('$ref' in shape ? { ...shape, ...withError } : shape)
    if (at.endsWith('text/html')) continue
    const example = content['example']
    assert.ok(validate(example), `${at}: ${JSON.stringify(example)} ${JSON.stringify(validate.errors)}`)
  }
  assert.ok(contents.length > 50)
})

test('a redirect says where it leads, and a link tells errors as a page, too', () => {
  const { responses } = responsesOf('followLink')
  assert.ok(responses['302']?.['headers']?.['Location'])
  assert.ok(responses['404']?.['content']?.['text/html'])
})

test('links and postbacks are documented where the deployment has them', () => {
  const moved = printOpenApi({
    baseUrl: 'https://q.example',
    version: '1',
    pathOf: ({ id, path }) => (id === 'followLink' ? '/go' : path),
  })
  assert.ok('paths' in moved && '/go' in Object(moved.paths) && !('/track' in Object(moved.paths)))
})

function parametersOf(operation: Json): Json[] {
  return Object.values(operation['parameters'] ?? {}) as Json[] // a list of objects in OpenAPI
}

function isTrue(value: unknown): boolean {
  return value === true
}

function responsesOf(operationId: string): { responses: Record<string, Json> } {
  const found = printed.find(({ operation }) => String(operation['operationId']) === operationId)
  assert.ok(found, operationId)
  return { responses: { ...(found.operation['responses'] as unknown as Record<string, Json>) } } // as OpenAPI has it
}
