import { invalidRequest } from '../errors.ts'
import { markedName, readMarkedName } from './delimiters.ts'
import { findMacro, type MacroName } from './vocabulary.ts'

/** A destination URL, read once. `literals` has one part more than `slots`; unknown macros are undefined. */
export interface Template<Name extends string = MacroName> {
  readonly literals: readonly string[]
  readonly slots: readonly (Name | undefined)[]
  /** Marked names that nothing fills, as written; an import refuses them. */
  readonly unknown: readonly string[]
}

const templateLengthMax = 4096
/** A header of the visitor may be a macro's value, and the whole URL must fit a Location header. */
const valueLengthMax = 1024

/** Fills a template. The result is a valid absolute URL on the template's own host, whatever the values. */
export function expandTemplate<Name extends string>(
  { literals, slots }: Template<Name>,
  values: Partial<Record<Name, string>>,
): string {
  let url = literals[0] ?? ''
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index]
    const value = slot === undefined ? undefined : values[slot]
    if (value) url += encodeURIComponent(macroText(value))
    url += literals[index + 1] ?? ''
  }
  return url
}

/** A value as it is filled in: bounded, and text that can be encoded. */
export function macroText(value: string): string {
  return value.slice(0, valueLengthMax).toWellFormed()
}

/** Reads a destination URL; one that `templateProblem` complains about is INVALID_REQUEST. */
export function compileTemplate(url: string): Template {
  return compileTemplateWith(url, findMacro)
}

/** Reads a URL whose macros are those of another vocabulary. */
export function compileTemplateWith<Name extends string>(
  url: string,
  find: (written: string) => Name | undefined,
): Template<Name> {
  const problem = templateProblem(url)
  if (problem !== undefined) throw invalidRequest(problem)
  const { origin, rest } = splitAuthority(url)
  // A macro must never touch the host, so that a path stands between them even in `https://host#tid#`.
  const path = rest.startsWith('/') ? rest : `/${rest}`
  const literals: string[] = []
  const slots: (Name | undefined)[] = []
  const unknown: string[] = []
  let end = 0
  for (const { written, isKnown, from, to } of macrosIn(path, find)) {
    literals.push(literal(path.slice(end, from)))
    slots.push(isKnown ? find(written) : undefined)
    if (!isKnown) unknown.push(written)
    end = to
  }
  literals.push(literal(path.slice(end)))
  literals[0] = new URL(origin).origin + (literals[0] ?? '')
  return { literals, slots, unknown }
}

/** Why a URL cannot be a destination, in a sentence for the person who entered it; undefined when it can. */
export function templateProblem(url: string): string | undefined {
  if (url.length > templateLengthMax) return `The URL is longer than ${templateLengthMax} characters.`
  if (!/^https?:\/\//i.test(url)) return 'The URL must begin with http:// or https://.'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for, as URL parsers drop some
  if (/[\u0000-\u001f\u007f\\]/.test(url)) return 'The URL has a backslash or a control character.'
  const { origin } = splitAuthority(url)
  if (origin.includes('@')) return 'The URL must not have a user name or a password.'
  // After the scheme, the only marks of a macro that a host can have are these; [::1] is a host.
  if (/[{}$%<>#]|\[(?![\da-f:.]+\])/i.test(origin)) return 'A macro cannot be part of the host.'
  if (!URL.canParse(origin)) return 'The URL has no valid host.'
  return undefined
}

/** The authority ends where a browser ends it; backslashes were refused before. */
function splitAuthority(url: string): { origin: string; rest: string } {
  const hostStart = url.indexOf('//') + 2
  const length = url.slice(hostStart).search(/[/?#]/)
  const end = length < 0 ? url.length : hostStart + length
  return { origin: url.slice(0, end), rest: url.slice(end) }
}

interface FoundMacro {
  readonly written: string
  readonly isKnown: boolean
  readonly from: number
  readonly to: number
}

/** A mark that can be ordinary text (`#x#`, `[x]`, `%x%` …) makes a macro only of a name we know. */
export function* macrosIn(text: string, find: (written: string) => unknown): Generator<FoundMacro> {
  const mark = new RegExp(markedName, 'gi')
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    const { written, anyNameIn } = readMarkedName(match)
    const isKnown = find(written) !== undefined
    if (isKnown || anyNameIn === 'urls and values')
      yield { written, isKnown, from: match.index, to: mark.lastIndex }
    // A text that is no macro may still hide the beginning of one: `#top#tid#`.
    else mark.lastIndex = match.index + 1
  }
}

/** A Location header takes ASCII only, and a brace that marks nothing must not look like a macro. */
function literal(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, (character) => encodeURIComponent(character))
}
