import { linksDailyMax } from '@quoin/core/sources/link.ts'
import { everySecMax } from '@quoin/core/sources/source.ts'
import { optional } from '../../fields/field.ts'
import { mapOf } from '../../fields/json-fields.ts'
import { amountField, integerField } from '../../fields/number-fields.ts'
import { textField } from '../../fields/text-fields.ts'
import { mappingField } from './mapping-shapes.ts'

const name = textField({ min: 1, max: 100, example: 'Lumen Offers' })
const settingValue = textField({ min: 0, max: 1_000, example: 'api.eflow.team' })
export const settings = optional(
  mapOf(settingValue, { max: 20, keyMax: 40 }),
  'The answers to what the kind asks for besides the key, by name (`listSourceKinds`). An empty one is as if it were left out, and a change takes it away.',
)
export const key = textField({ min: 1, max: 1_000, example: 'k3y' })
export const sourceSettings = {
  name: optional(name, 'How people call it. Default: the network’s short name.'),
  settings,
  payoutPercent: optional(
    amountField({ minMicros: 0, maxMicros: 100_000_000 }),
    'The part of what the network pays that publishers earn, in percent with at most 2 decimals. Default: 70.',
  ),
  everySec: optional(
    integerField({ min: 1, max: everySecMax }),
    'Seconds from one run to the next. Default: half an hour, or what the kind asks for.',
  ),
  mapping: optional(
    mappingField,
    'Where a feed of any shape has its offers: required for the kind `mapped`, and refused for others.',
  ),
  linkCheckDaily: optional(
    integerField({ min: 0, max: linksDailyMax }),
    'Links of its offers that are followed in a day, to see whether they still work. Default: 0.',
  ),
} as const
