import { readCidr } from '@quoin/core/detect/address.ts'
import { isTimeZone } from '@quoin/core/time/calendar-day.ts'
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
import { flag, listOf, mapOf, orNone } from './json-fields.ts'
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

/** An address or a range that calls come from. */
const range: Field<string> = {
  schema: Type.String({ maxLength: 64, examples: ['203.0.113.0/24'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    return raw.length <= 64 && readCidr(raw) !== undefined
      ? accepted(raw)
      : refused('address', 'must be an address or a range such as 203.0.113.0/24')
  },
}

const zone: Field<string> = {
  schema: Type.String({ maxLength: 64, examples: ['Europe/Berlin'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    return raw.length <= 64 && isTimeZone(raw)
      ? accepted(raw)
      : refused('time_zone', 'must be the IANA name of a time zone, such as Europe/Berlin')
  },
}

/** The meaning of each foreign word. Words are compared in small letters. */
export function meaningsOf<Word extends string>(
  words: readonly Word[],
): Field<Readonly<Record<string, Word>>> {
  const map = mapOf(wordField(words), { max: 100, keyMax: 64 })
  return {
    schema: map.schema,
    read(raw) {
      const reading = map.read(raw)
      if (!reading.ok) return reading
      const lowered = Object.entries(reading.value).map(([word, meaning]) => [
        word.trim().toLowerCase(),
        meaning,
      ])
      return accepted(Object.fromEntries(lowered))
    },
  }
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
  verbatim: {
    field: ({ max, example }) => textField({ min: 0, max, example }),
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
  meanings: {
    field: ({ words }) => meaningsOf(words),
    shape: ({ words }, description) => Type.Record(Type.String(), Type.Enum([...words]), { description }),
  },
  meaningsAfter: {
    field: ({ words }) => mapOf(meaningsOf(words), { max: 4, keyMax: 10 }),
    shape: ({ words }, description) =>
      Type.Record(Type.String(), Type.Record(Type.String(), Type.Enum([...words])), { description }),
  },
  ranges: {
    field: (bounds) => listOf(range, bounds),
    shape: (_kind, description) => Type.Array(Type.String(), { description }),
  },
  zone: { field: () => zone, shape: (_kind, description) => Type.String({ description }) },
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

type SettingParameters<Table, None = never> = {
  readonly [Name in keyof Table]: Parameter<SettingValue<Table[Name]> | None, false>
}

/** The settings of a table as parameters; one that is left out stays. */
export function settingParameters<Table extends Settings>(table: Table): SettingParameters<Table> {
  const parameters = Object.entries(table).map(([name, { kind, about }]) => {
    const field = readerOf(kind)
    return [name, optional(kind.isNullable ? orNone(field) : field, about)]
  })
  return Object.fromEntries(parameters) as SettingParameters<Table> // one for each row, read by its kind
}

/** The same where null gives any of them its standard value again. */
export function resettableParameters<Table extends Settings>(table: Table): SettingParameters<Table, null> {
  const parameters = Object.entries(table).map(([name, { kind, about }]) => [
    name,
    optional(orNone(readerOf(kind)), about),
  ])
  return Object.fromEntries(parameters) as SettingParameters<Table, null> // one for each row, read by its kind
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
