import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorCodes } from '@quoin/contract/error-codes.ts'
import type { Parameter, Parameters } from '@quoin/contract/fields/field.ts'
import { lookups } from '@quoin/contract/lookup-operations.ts'
import {
  conversionBody,
  fingerprintBody,
  fingerprintQuery,
  listOffersQuery,
  postbackParameters,
  sessionBody,
  trackingQuery,
} from '@quoin/contract/parameters.ts'
import { getStats } from '@quoin/contract/stats-operation.ts'
import type { SignatureScheme } from '@quoin/core/callbacks/endpoint.ts'
import { callbackVocabulary } from '@quoin/core/callbacks/macros.ts'
import { acceptedStatusWords, conversionStatuses, readStatus } from '@quoin/core/conversions/status.ts'
import { goalFields } from '@quoin/core/offers/goal-fields.ts'
import { offerFields } from '@quoin/core/offers/offer-fields.ts'
import { priceFields } from '@quoin/core/offers/price-fields.ts'
import { vocabulary } from '@quoin/core/macros/vocabulary.ts'
import type { TSchema } from 'typebox'
import { printCommands } from '../src/cli/print-commands.ts'
import { buildWholeProgram } from '../src/cli/program.ts'
import type { Dialect } from '../src/dialects/dialect.ts'
import { dialects } from '../src/dialects/dialects.ts'
import { presets } from '../src/networks/presets.ts'
import { printCallbackVectors } from './callback-vectors.ts'
import { printStatements, statementFiles } from './print-statements.ts'
import { printTables } from './print-tables.ts'
import { printSettings } from '../src/settings/print-settings.ts'

const program = await buildWholeProgram()

/**
 * `npm run docs:print` renews what stands between these marks in the docs, from the tables that the code
 * reads.
 */
const parts: Readonly<Record<string, () => string>> = {
  settings: printSettings,
  commands: () => printCommands(program),
  tables: printTables,
  errors: printErrors,
  presets: printPresets,
  'offer columns': () => printFields(offerFields),
  'goal members': () => printFields(goalFields),
  'price members': () => printFields(priceFields),
  'status words': printStatusWords,
  macros: () => printVocabulary(vocabulary),
  dialects: printDialects,
  'dialect parameters': printDialectParameters,
  'dialect reversals': printDialectReversals,
  'callback vectors': printCallbackVectors,
  'callback macros': () => printVocabulary(callbackVocabulary),
  'parameters of listOffers': () => printParameters(listOffersQuery),
  'parameters of followLink': () => printParameters(trackingQuery),
  'parameters of receivePostback': () => printParameters(postbackParameters),
  'parameters of createConversion': () => printParameters(conversionBody),
  'parameters of submitFingerprint': () => printParameters({ ...fingerprintBody, ...fingerprintQuery }),
  'parameters of createSession': () => printParameters(sessionBody),
  ...Object.fromEntries(
    [...lookups, getStats].map(({ id, pathParameters, query }) => [
      `parameters of ${id}`,
      () => printParameters({ ...pathParameters, ...query }),
    ]),
  ),
}

export const printedDocs = [
  'docs/settings.md',
  'docs/commands.md',
  'docs/tables.md',
  'docs/publishers.md',
  'docs/callbacks.md',
  'docs/networks.md',
]

const mark = /(<!-- printed: ([\w ]+) -->\n).*?(<!-- \/printed -->)/gs

/** A page with every printed part renewed. Throws for a part that nobody prints. */
export function renewPage(page: string): string {
  return page.replace(mark, (_all, start: string, name: string, end: string) => {
    const print = parts[name]
    if (print === undefined) throw new Error(`nothing prints the part "${name}" of the docs`)
    return `${start}\n${print().trim()}\n\n${end}`
  })
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Code in a table: its bars would end the cell. */
function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}

function codes(words: readonly string[]): string {
  return words.length === 0 ? '–' : words.map(code).join(', ')
}

function printErrors(): string {
  const rows = Object.entries(errorCodes).map(([name, { status, condition }]) => [
    `[${code(name)}](errors/${name}.md)`,
    `${status}`,
    condition,
  ])
  return printTable(['`error.code`', 'Status', 'When'], rows)
}

function printParameters(parameters: Parameters): string {
  const rows = Object.entries(parameters).map(([name, parameter]) => [
    code(name),
    requirementOf(parameter),
    ruleOf(parameter),
    parameter.description,
  ])
  return printTable(['Parameter', 'Required', 'Type and rule', 'Meaning'], rows)
}

function requirementOf({ required, unless }: Parameter): string {
  if (unless !== undefined) return `yes, or ${code(unless)}`
  return required ? 'yes' : 'no'
}

/** The rule for a value, read from the schema that is also in the OpenAPI document. */
function ruleOf({ field, aliases = [] }: Parameter): string {
  const also = aliases.length === 0 ? '' : `; also as ${codes(aliases)}`
  return `${describeSchema(field.schema)}${also}`
}

/** The columns of an offer file, or the members of a goal in it. */
function printFields(fields: typeof offerFields | typeof goalFields | typeof priceFields): string {
  const rows = Object.entries(fields).map(([name, { kind, schema, isRequired, names = [], about }]) => {
    const [cell] = Array.isArray(kind.cell['anyOf']) ? kind.cell['anyOf'] : [schema]
    const also = names.length === 0 ? '' : `; also as ${codes(names)}`
    const rule = describeSchema({ ...cell, examples: schema['examples'] })
    return [code(name), isRequired ? 'yes' : 'no', `${rule}${also}`, about]
  })
  return printTable(['Name', 'Required', 'Type and rule', 'Meaning'], rows)
}

interface KnownSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxProperties?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

function describeSchema(schema: TSchema): string {
  const known: KnownSchema = schema
  if (known.enum) return `one of ${codes(known.enum)}`
  const parts = [known.type ?? 'any', boundsOf(known)]
  if (known.default !== undefined) parts.push(`default ${known.default}`)
  const example = known.examples?.[0]
  if (example !== undefined && String(example).length <= 40) parts.push(`such as ${code(String(example))}`)
  return parts.filter((part) => part !== '').join(', ')
}

function boundsOf(schema: KnownSchema): string {
  const { minimum, maximum, minLength, maxLength, maxProperties, maxItems } = schema
  if (maxItems !== undefined) return `at most ${maxItems} entries`
  if (maxProperties !== undefined) return `at most ${maxProperties} keys`
  if (maxLength !== undefined)
    return minLength === undefined ? `at most ${maxLength} characters` : lengths(minLength, maxLength)
  if (minimum === undefined) return ''
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
    ? `at least ${minimum}`
    : `${minimum} to ${maximum}`
}

function lengths(min: number, max: number): string {
  return min === max ? `${min} characters` : `${min} to ${max} characters`
}

function printPresets(): string {
  const rows = presets.map(({ name, title, clickParameter, query, statusWords, statusWordsAfter, reply }) => [
    code(name),
    title,
    code(`${clickParameter}={click_id}`),
    code(query),
    codes([...pairsOf(statusWords), ...Object.entries(statusWordsAfter ?? {}).flatMap(printAfter)]),
    reply === null ? 'envelope' : codes([...new Set([reply.accepted, reply.duplicate])]),
  ])
  const head = ['Preset', 'For', 'Put into offer URLs', 'Query to paste', 'Own words', 'Reply']
  return printTable(head, rows)
}

function pairsOf(words: Readonly<Record<string, string>>): string[] {
  return Object.entries(words).map(([word, status]) => `${word}=${status}`)
}

/** As `--status-word-after` takes it. */
function printAfter([said, words]: readonly [string, Readonly<Record<string, string>>]): string[] {
  return pairsOf(words).map((pair) => `${said}:${pair}`)
}

function printStatusWords(): string {
  const rows = conversionStatuses.map((status) => [
    code(status),
    codes(acceptedStatusWords.filter((word) => word !== status && readStatus(word) === status)),
  ])
  return printTable(['Status', 'Also understood, in any case'], rows)
}

interface MacroWord {
  readonly means: string
  readonly aliases: readonly string[]
}

function printVocabulary(words: Readonly<Record<string, MacroWord>>): string {
  const rows = Object.entries(words).map(([name, { means, aliases }]) => [
    code(`{${name}}`),
    means,
    codes(aliases),
  ])
  return printTable(['Macro', 'Filled with', 'Other spellings'], rows)
}

function printDialects(): string {
  const rows = dialects.map((dialect) => [
    code(dialect.name),
    dialect.title,
    dialect.method,
    dialect.signature === null ? 'none' : printScheme(dialect.signature),
    dialect.success.okBody === null ? 'any 2xx' : code(dialect.success.okBody),
    printReversal(dialect),
  ])
  return printTable(['Dialect', 'For', 'Method', 'Signature', 'Success', 'Reversal'], rows)
}

function printScheme({ hash, over, into }: SignatureScheme): string {
  const place = 'parameter' in into ? code(into.parameter) : `header ${code(into.header)}`
  const of = typeof over === 'string' ? schemeWords[over] : code(over.text)
  return `${place}: ${hash.replace('_', '-')} of ${of}`
}

/** A whole that the recipe names, in words. */
const schemeWords = {
  url: 'the whole URL before it',
  body: 'the body',
  sorted_query: 'the query, sorted by name',
} as const

function printReversal({ reversalStyle, amounts, words }: Dialect): string {
  return [code(reversalStyle), `${amounts} amounts`, `status ${code(words.reversed ?? '')}`].join(', ')
}

function printDialectReversals(): string {
  const rows = dialects.map(({ name, reversalStyle, amounts, otherReceivers }) => [
    code(name),
    `${code(reversalStyle)}, ${code(amounts)}`,
    otherReceivers
      .map(({ habit, needs }) => `A receiver that ${habit} needs ${code(needs.field)}: ${code(needs.value)}.`)
      .join(' '),
  ])
  return printTable(['Dialect', 'Its own way', 'Receivers that need another'], rows)
}

function printDialectParameters(): string {
  const rows = dialects.map(({ name, parameters }) => [code(name), code(parameters)])
  return printTable(['Dialect', 'Parameters'], rows)
}

async function renewDocs(): Promise<void> {
  for (const file of printedDocs) renewFile(file, renewPage)
  for (const file of Object.keys(statementFiles)) {
    const statements = await printStatements(file)
    renewFile(file, () => statements)
  }
}

function renewFile(file: string, renew: (before: string) => string): void {
  const path = `${fileURLToPath(new URL('../../..', import.meta.url))}/${file}`
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const renewed = renew(before)
  if (renewed === before) return
  writeFileSync(path, renewed)
  console.log(`renewed ${file}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await renewDocs()
