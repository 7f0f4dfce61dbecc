import { readerOf } from '@quoin/contract/fields/setting-fields.ts'
import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import {
  type KindData,
  type GivenSettings,
  type Settings,
  settingNames,
} from '@quoin/core/settings/setting.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { checkUnset, percent, settingsFrom } from './options.ts'
import type { WithActor } from './with-actor.ts'

/** `2=reversed` as an object of one member. */
function meaning(text: string): object {
  const [word = '', meant = ''] = text.split('=')
  if (word !== '' && conversionStatuses.some((known) => known === meant)) return { [word]: meant }
  throw new InvalidArgumentError(
    `It must look like 2=reversed, with one of ${conversionStatuses.join(', ')}.`,
  )
}

/** `approved:rejected=reversed`: the word before, and what another means after it. */
function meaningAfter(text: string): object {
  const said = conversionStatuses.find((known) => text.startsWith(`${known}:`))
  if (said === undefined) throw new InvalidArgumentError('It must look like approved:rejected=reversed.')
  return { [said]: meaning(text.slice(said.length + 1)) }
}

/** How each kind of setting is given: its place in the help, and the value of a text as JSON has it. */
const kinds: {
  readonly [Name in KindData['type']]: readonly [place: string, raw: (text: string) => unknown]
} = {
  verbatim: ['text', (text) => text],
  meanings: ['word=status', meaning],
  meaningsAfter: ['status:word=status', meaningAfter],
  ranges: ['cidr', (text) => [text]],
  zone: ['name', (text) => text],
  text: ['name', (text) => text.trim()],
  count: ['n', (text) => (/^[0-9]{1,15}$/.test(text) ? Number(text) : text)],
  amount: ['amount', (text) => text],
  words: ['word', (text) => text],
  origins: ['origin', (text) => [text]],
  flag: ['', Boolean],
  share: ['percent', percent],
  colour: ['colour', (text) => text],
  address: ['url', (text) => text],
}

/** An option that is given again adds to lists and objects, and replaces anything else. */
function joined(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) return [...before, ...after]
  if (!isObject(before) || !isObject(after)) return after
  const members = Object.entries(after).map(([name, value]) => [name, joined(before[name], value)])
  return { ...before, ...Object.fromEntries(members) }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readerOfText(kind: KindData): (text: string, previous?: unknown) => unknown {
  const field = readerOf(kind)
  return (text, previous) => {
    const reading = field.read(kinds[kind.type][1](text))
    if (!reading.ok) throw new InvalidArgumentError(`It ${reading.message.replace(/^entry 1 /, '')}.`)
    return previous === undefined ? reading.value : joined(previous, reading.value)
  }
}

function optionOf(table: Settings, name: string): string {
  return table[name]?.option ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** `wall-logo` as commander names its value. */
function memberOf(option: string): string {
  return option.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}

const repeatable: ReadonlySet<string> = new Set(['origins', 'ranges', 'meanings', 'meaningsAfter'])

/** Null is said by `--unset` here. */
function helpOf({ about, kind }: Settings[string]): string {
  const sentence = about.charAt(0).toLowerCase() + about.slice(1).replace(/(?:; null[^;]*)?\.$/, '')
  if (kind.type === 'words') return `${sentence} (${kind.words.join(', ')})`
  return repeatable.has(kind.type) ? `${sentence}; repeatable` : sentence
}

/** Gives a command an option for each setting of a table. */
export function withSettings(command: Command, table: Settings): Command {
  for (const name of settingNames(table)) {
    const row = table[name] as Settings[string] // its own name
    const option = optionOf(table, name)
    if (row.kind.type === 'flag') {
      command.option(`--${option}`, helpOf(row)).option(`--no-${option}`, `not so: --${option} taken back`)
    } else {
      command.option(`--${option} <${kinds[row.kind.type][0]}>`, helpOf(row), readerOfText(row.kind))
    }
  }
  return command
}

/** Settings of one column are unset together by its name, such as `wall`. */
function unsettable(table: Settings): ReadonlyMap<string, readonly string[]> {
  const names = settingNames(table)
  const wall = names.filter((name) => name.startsWith('wall'))
  const each = names.map((name) => [optionOf(table, name), [name]] as const)
  return new Map<string, readonly string[]>(wall.length > 0 ? [...each, ['wall', wall]] : each)
}

/** `--unset <setting>`: it has its standard value again. */
export function unsetOption(table: Settings): Option {
  const names = [...unsettable(table).keys()]
  return new Option(
    '--unset <setting>',
    `back to the standard value, one of ${names.join(', ')}; repeatable`,
  ).argParser(settingsFrom(names))
}

/** The settings that options give or unset. */
export function settingsOf<Table extends Settings>(
  options: WithActor & { readonly unset?: readonly string[] },
  table: Table,
): GivenSettings<Table> {
  const { unset = [] } = options
  checkUnset(options, unset)
  const groups = unsettable(table)
  const given = settingNames(table).map((name) => [
    name,
    Reflect.get(options, memberOf(optionOf(table, name))),
  ])
  const standard = unset.flatMap((option) => (groups.get(option) ?? []).map((name) => [name, null]))
  const named = [...given.filter(([, value]) => value !== undefined), ...standard]
  return Object.fromEntries(named) as GivenSettings<Table> // read by the kinds of the table
}
