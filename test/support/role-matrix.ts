import assert from 'node:assert/strict'
import type { Operation } from '@quoin/contract/operation.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { MakeSample, OperatorSample } from './operator/samples.ts'
import type { World } from './world.ts'

/** The parts that the matrices of roles × operations share. */

/** An id of each form that nothing has. */
const unknownValues: readonly string[] = [
  '9007199254740990',
  '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d',
  'nobody-knows-it',
]

/** An id that nothing has, in the form that a parameter of the path asks for. */
export function unknownIdOf({ pathParameters = {} }: Operation, name: string): string {
  return unknownValues.find((value) => pathParameters[name]?.field.read(value).ok) ?? ''
}

export async function sampleOf(
  world: World,
  { id }: Operation,
  { samples, file }: { samples: Readonly<Record<string, MakeSample>>; file: string },
): Promise<OperatorSample> {
  const make = samples[id]
  assert.ok(make, `${id} has no row in ${file}`)
  return await make(world)
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

export async function callSample(
  world: World,
  { method, path }: Operation,
  {
    path: values = {},
    query = {},
    body,
    headers,
  }: OperatorSample & { readonly headers: Readonly<Record<string, string>> },
): Promise<LightMyRequestResponse> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
  return await world.call({ method, path: address, query, headers, ...(body === undefined ? {} : { body }) })
}
