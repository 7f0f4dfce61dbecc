/** Texts as they may look, by the name that they have everywhere in the contract. */
const samples: Readonly<Record<string, unknown>> = {
  category: 'games',
  categories: ['games'],
  code: 'country',
  countries: ['DE', 'AT'],
  country: 'DE',
  currency: 'Coins',
  description: 'Install the game and reach level 10.',
  detail: 'Three users were seen on this device.',
  dropped: ['fonts'],
  endpoint: 'default',
  event: 'conversion.approved',
  external_id: 'castle-quest-de',
  failure: null,
  goal: 'level-10',
  image_url: 'https://offers.example/images/offer.svg',
  kept: ['timezone'],
  kind: 'postback',
  live_reason: 'risk',
  link: 'https://offers.example/track?offerId=12&apiKey=pk_live_key&userId=user-42',
  message: 'The offer is shown in DE.',
  name: 'Castle Quest',
  next_cursor: null,
  plural: 'Coins',
  reason: null,
  request_id: 'req_0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d',
  requirements: 'New players only.',
  deadline_seconds: 86_400,
  decimals: 0,
  ends_at: 1_795_086_400,
  limit: 20,
  multiplier: 2,
  offset: 0,
  openapi: '3.1.0',
  platform: 'android',
  sub_id: 'banner-7',
  timestamp: 1_795_000_000,
  timezone: 'Europe/Berlin',
  transaction_id: 'T-1001',
  claim_transaction_id: null,
  user_id: 'user-42',
  user_ip: '203.0.113.7',
  verdict: 'delivered',
}

const formats: Readonly<Record<string, string>> = {
  uuid: '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d',
  uri: 'https://offers.example/',
}

/** Keywords of a JSON schema, as far as our shapes use them. */
interface Schema {
  readonly [key: string]: unknown
}

/** A value that fits a schema of ours and reads like a real one. */
export function exampleOf(schema: unknown, name = ''): unknown {
  if (!isSchema(schema)) return null
  if ('const' in schema) return schema['const']
  const choices = listOf(schema['enum'])
  const sample = samples[name]
  // A field that is a text here may be one of few words there.
  if (choices.length > 0) return choices.includes(sample) ? sample : choices[0]
  const [own] = listOf(schema['examples'])
  if (own !== undefined) return own
  const [first] = listOf(schema['anyOf'])
  if (Object.hasOwn(samples, name) && mayBe(schema, sample)) return sample
  if (first !== undefined) return exampleOf(first, name)
  const parts = listOf(schema['allOf'])
  if (parts.length > 0) return Object.assign({}, ...parts.map((part) => exampleOf(part)))
  return plainExample(schema, name)
}

function plainExample(schema: Schema, name: string): unknown {
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isSchema(schema['properties']) ? schema['properties'] : {}).map(([key, inner]) => [
          key,
          exampleOf(inner, key),
        ]),
      )
    case 'array':
      return [exampleOf(schema['items'], name)]
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? Math.max(1, schema['minimum']) : 12
    case 'boolean':
      return false
    default:
      return formats[String(schema['format'])] ?? '…'.repeat(Math.max(1, Number(schema['minLength'] ?? 1)))
  }
}

/** One name may be of another kind elsewhere: a goal is a text on one page, an object on the other. */
function mayBe(schema: Schema, sample: unknown): boolean {
  const choices = listOf(schema['anyOf'])
  if (choices.length > 0) return choices.some((choice) => isSchema(choice) && mayBe(choice, sample))
  if ('const' in schema) return schema['const'] === sample
  const { type } = schema
  if (sample === null) return type === 'null'
  if (typeof sample === 'number') return type === 'integer' || type === 'number'
  return Array.isArray(sample) ? type === 'array' : type === typeof sample
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
