/** A call of a network's, as somebody has pasted it: by its names, in their order. */
export interface SampleCall {
  readonly method: 'GET' | 'POST'
  readonly parameters: ReadonlyMap<string, string>
}

/** Longer texts are no sample. */
export const sampleTextMax = 200_000
const callsMax = 1_000
const parametersMax = 40

/**
 * The calls in a pasted text, one a line: addresses, queries, lines of a server's log, curl commands with or without a
 * body. Lines without parameters are passed over.
 */
export function readSampleCalls(text: string): readonly SampleCall[] {
  return joinContinued(text.slice(0, sampleTextMax))
    .split(/\r?\n/)
    .slice(0, callsMax)
    .flatMap((line) => readLine(line.trim()) ?? [])
}

/** A shell goes on after a backslash at the end of a line. */
function joinContinued(text: string): string {
  return text.replaceAll(/\\\r?\n/g, ' ')
}

const bodyOption = /\s(?:-d|--data(?:-raw|-binary|-urlencode)?)[\s=]+(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|(\S+))/g

function readLine(line: string): SampleCall | undefined {
  if (line === '') return undefined
  const bodies = [...line.matchAll(bodyOption)].map(
    ([, single, double, bare]) => single ?? double?.replaceAll('\\"', '"') ?? bare ?? '',
  )
  const isPost = bodies.length > 0 || /(?:^|[\s"'])POST\s/.test(line)
  const pairs = [...bodies.flatMap(readBody), ...readQuery(queryIn(line, bodies.length > 0))]
  const parameters = new Map<string, string>()
  for (const [name, value] of pairs.slice(0, parametersMax)) if (name !== '') parameters.set(name, value)
  return parameters.size === 0 ? undefined : { method: isPost ? 'POST' : 'GET', parameters }
}

/** After a question mark up to where the address ends; else the whole line, if it looks like a query. */
function queryIn(line: string, hasBody: boolean): string {
  const marked = /\?([^\s"'`]*)/.exec(line)?.[1]
  if (marked !== undefined) return marked.split('#', 1)[0]?.includes('=') ? cutFragment(marked) : ''
  return !hasBody && /^[^\s=&?]{1,64}=[^\s]*$/.test(line) ? line : ''
}

/** A fragment ends an address; `#s2#` is a macro. */
function cutFragment(query: string): string {
  return query.replace(/#(?![\w.{}-]*#)(?!\{)[^#]*$/, (fragment, at: number) => {
    const macrosBefore = query.slice(0, at).split('#').length - 1
    return macrosBefore % 2 === 1 ? fragment : ''
  })
}

function readQuery(query: string): [string, string][] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
    })
}

function readBody(body: string): [string, string][] {
  if (!body.trimStart().startsWith('{')) return readQuery(body)
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).map(([name, one]) => [
      name,
      typeof one === 'string' ? one : JSON.stringify(one),
    ])
  } catch {
    return []
  }
}

/** Text that is no escape stands as it is: macros such as `%%ID%%` are pasted, too. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
