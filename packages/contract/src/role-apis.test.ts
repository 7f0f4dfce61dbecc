import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { memberRoles } from '@quoin/core/people/member-role.ts'
import { staffRoles } from '@quoin/core/people/staff-role.ts'
import { errorCodes } from './error-codes.ts'
import { manageOperations } from './manage/operations.ts'
import { operatorOperations } from './operator/operations.ts'
import { printManageApi, printOperatorApi } from './role-apis.ts'

type Json = { readonly [key: string]: Json }

const about = { baseUrl: 'https://q.example', version: '1' }
const apis = [
  {
    name: 'operator API',
    printed: printOperatorApi(about),
    operations: operatorOperations,
    roles: staffRoles,
    schemes: ['operatorToken', 'staffSession'],
  },
  {
    name: 'management API',
    printed: printManageApi(about),
    operations: manageOperations,
    roles: memberRoles,
    schemes: ['publisherToken', 'staffSession'],
  },
]

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

/** Every object in the document with a key of that name, with where it lies. */
function findAll(value: unknown, key: string, at = '#'): { at: string; holder: Json }[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([name, one]) => findAll(one, key, `${at}/${name}`))
  return Object.hasOwn(value, key) ? [{ at, holder: value as Json }, ...inner] : inner // an object, tested above
}

/** The names of every property in a JSON schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(Object(schema.properties)) : []
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}

for (const { name, operations, roles, schemes, ...api } of apis) {
  const document = JSON.parse(JSON.stringify(api.printed))
  const printed = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ path, method, operation })),
  )

  test(`${name}: the document is OpenAPI 3.1, with each operation once and all it must have`, () => {
    assert.equal(document.openapi, '3.1.0')
    const ids = printed.map(({ operation }) => String(operation['operationId']))
    assert.deepEqual(ids.toSorted(), operations.map(({ id }) => id).toSorted())
    for (const { path, method, operation } of printed) {
      for (const field of ['summary', 'description'])
        assert.equal(typeof operation[field], 'string', `${method} ${path} has no ${field}`)
      assert.match(String(operation['description']), new RegExp(` Role: (${roles.join('|')})\\.$`))
      assert.deepEqual(
        operation['security'],
        schemes.map((scheme) => ({ [scheme]: [] })),
      )
    }
    assert.deepEqual(Object.keys(document.components.securitySchemes), schemes)
  })

  test(`${name}: bodies and the objects within them are closed`, () => {
    const bodies = printed.flatMap(({ operation }) => operation['requestBody'] ?? [])
    assert.ok(bodies.length > 5)
    for (const { at, holder } of findAll(bodies, 'properties')) {
      if ('type' in holder) assert.equal(holder['additionalProperties'], false, at)
    }
  })

  test(`${name}: every parameter in a path is documented, and none that is not there`, () => {
    for (const { path, operation } of printed) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const documented = Object.values<Json>(Object(operation['parameters']))
        .filter((one) => String(one['in']) === 'path')
        .map((one) => String(one['name']))
      assert.deepEqual(documented, inPath, path)
    }
  })

  test(`${name}: every schema is one, every example fits, and every reference leads to something`, () => {
    for (const { at, holder } of findAll(document, 'schema')) {
      const schema = holder['schema']
      assert.ok(schema, at)
      if (!('$ref' in schema)) ajv.compile(schema)
    }
    for (const { at, holder } of findAll(document, 'examples')) {
      const validate = ajv.compile(holder)
      for (const example of Object.values(holder['examples'] ?? {}))
        assert.ok(validate(example), `${at}: ${JSON.stringify(example)}`)
    }
    for (const { at, holder } of findAll(document, '$ref')) {
      const parts = String(holder['$ref']).slice(2).split('/')
      const target = parts.reduce<Json | undefined>((value, name) => value?.[name], document)
      assert.ok(target !== undefined, at)
    }
  })

  test(`${name}: the errors of each operation are documented with their statuses`, () => {
    for (const { id, errors } of operations) {
      const found = printed.find(({ operation }) => String(operation['operationId']) === id)
      const responses = Object.keys(found?.operation['responses'] ?? {})
      for (const code of errors)
        assert.ok(responses.includes(String(errorCodes[code].status)), `${id} ${code}`)
    }
  })

  test(`${name}: parameters are camelCase, answers snake_case`, () => {
    for (const { id, query, body, pathParameters = {}, success } of operations) {
      for (const name of Object.keys({ ...query, ...body, ...pathParameters }))
        assert.match(name, /^[a-z]+([A-Z][a-z]*)*$/, id)
      for (const name of namesIn(success.map(({ data, meta }) => ({ data, meta }))))
        assert.match(name, /^[a-z0-9]+(_[a-z0-9]+)*$/, id)
    }
  })
}
