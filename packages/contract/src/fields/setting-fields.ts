import { isColour } from '@quoin/core/wall/colours.ts'
import {
  type KindData,
  type SettingShown,
  type SettingValue,
  type Settings,
  type SnakeName,
  snakeName,
} from '@quoin/core/settings/setting.ts'
import type { TSchema, TUnsafe } from 'typebox'
import { Type } from '../json-schema.ts'
import { money } from '../operator/operator-parts.ts'
import { webAddress, webOrigin } from '../operator/apps/app-fields.ts'
import { accepted, type Field, optional, type Parameter, refused, refuseNonText } from './field.ts'
import { flag, listOf, orNone } from './json-fields.ts'
import { amountField, integerField } from './number-fields.ts'
import { textField, wordField } from './text-fields.ts'

const colour: Field<string> = {
  schema: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#3f63e4'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    return isColour(raw) ? accepted(raw.toLowerCase()) : refused('format', 'must be a colour such as #3f63e4')
  },
}

const shareMicros = amountField({ minMicros: 100, maxMicros: 999_999 })

const share: Field<number> = {
  schema: Type.Number({ minimum: 0.0001, maximum: 0.999999, examples: [0.025] }),
  read(raw) {
    const reading = shareMicros.read(raw)
    return reading.ok ? accepted(reading.value / 1_000_000) : reading
  },
}

type KindOf<Name extends KindData['type']> = Extract<KindData, { readonly type: Name }>

/** How each kind of setting is read and shown. */
const kinds: {
  readonly [Name in KindData['type']]: {
    readonly field: (kind: KindOf<Name>) => Field<unknown>
    readonly shape: (kind: KindOf<Name>, description: string) => TSchema
  }
} = {
  text: {
    field: ({ max, example }) => textField({ min: 1, max, example }),
    shape: (_kind, description) => Type.String({ description }),
  },
  count: {
    field: (bounds) => integerField(bounds),
    shape: (_kind, description) => Type.Integer({ description }),
  },
  amount: { field: (bounds) => amountField(bounds), shape: (_kind, description) => money(description) },
  words: {
    field: ({ words }) => wordField(words),
    shape: ({ words }, description) => Type.Enum([...words], { description }),
  },
  origins: {
    field: (bounds) => listOf(webOrigin, bounds),
    shape: (_kind, description) => Type.Array(Type.String(), { description }),
  },
  flag: { field: () => flag, shape: (_kind, description) => Type.Boolean({ description }) },
  share: {
    field: () => share,
    shape: (_kind, description) => Type.Number({ minimum: 0, maximum: 1, description }),
  },
  colour: { field: () => colour, shape: (_kind, description) => Type.String({ description }) },
  address: { field: () => webAddress, shape: (_kind, description) => Type.String({ description }) },
}

/** How a value of the kind is documented and read, besides null. */
export function readerOf<Name extends KindData['type']>(kind: KindOf<Name>): Field<unknown> {
  return kinds[kind.type as Name].field(kind)
}

function shapeOf<Name extends KindData['type']>(kind: KindOf<Name>, description: string): TSchema {
  return kinds[kind.type as Name].shape(kind, description)
}

type SettingParameters<Table> = {
  readonly [Name in keyof Table]: Parameter<SettingValue<Table[Name]>, false>
}

/** The settings of a table as parameters; one that is left out stays. */
export function settingParameters<Table extends Settings>(table: Table): SettingParameters<Table> {
  const parameters = Object.entries(table).map(([name, { kind, about }]) => {
    const field = readerOf(kind)
    return [name, optional(kind.isNullable ? orNone(field) : field, about)]
  })
  return Object.fromEntries(parameters) as SettingParameters<Table> // one for each row, read by its kind
}

type SettingShapes<Table> = {
  readonly [Name in keyof Table & string as SnakeName<Name>]: TUnsafe<SettingShown<Table[Name]>>
}

/** They as answers show them. */
export function settingShapes<Table extends Settings>(table: Table): SettingShapes<Table> {
  const shapes = Object.entries(table).map(([name, { kind, about }]) => {
    const shape = shapeOf(kind, about)
    return [snakeName(name), kind.isNullable ? Type.Union([shape, Type.Null()]) : shape]
  })
  return Object.fromEntries(shapes) as unknown as SettingShapes<Table> // one for each row, shown by its kind
}
