import { exampleOf } from '@quoin/contract/example-of.ts'
import { manageSamples } from '../manage/manage-samples.ts'
import { operatorSamples } from '../operator/operator-samples.ts'
import type { MakeSample } from '../operator/samples.ts'
import type { World } from '../world.ts'
import { publicSamples } from './public-samples.ts'
import type { CallParameters, Document, ServedOperation } from './served-operations.ts'

export const samples: Readonly<Record<Document, Readonly<Record<string, MakeSample>>>> = {
  public: publicSamples,
  operator: operatorSamples,
  manage: manageSamples,
}

/**
 * The parameters of a call that goes well: by the operation's sample, else by the examples of the document, with the
 * world's own app. A new operation that the examples do not satisfy fails by its name until it has a sample.
 */
export async function makeParameters(world: World, operation: ServedOperation): Promise<CallParameters> {
  const make = samples[operation.document][operation.id]
  if (make === undefined) return makeByExamples(world, operation)
  const { path = {}, query = {}, body } = await make(world)
  return { path, query, body: body === undefined ? undefined : { ...body } }
}

function makeByExamples({ app }: World, { parameters, body }: ServedOperation): CallParameters {
  const known: Readonly<Record<string, string>> = { appId: String(app.appId) }
  const required = parameters.filter((one) => one.required)
  const fill = (place: 'path' | 'query') =>
    Object.fromEntries(
      required
        .filter((one) => one.in === place)
        .map(({ name, schema }) => [name, known[name] ?? String(exampleOf(schema, name))]),
    )
  const fields = body?.required.map((name) => [name, exampleOf(body.properties[name], name)])
  return {
    path: fill('path'),
    query: fill('query'),
    body: fields === undefined ? undefined : Object.fromEntries(fields),
  }
}
