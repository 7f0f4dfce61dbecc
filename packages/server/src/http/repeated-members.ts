interface Member {
  readonly name: string
  readonly value: unknown
}

/**
 * JSON.parse keeps the last of two members of one name, so that a proxy and we could see two different users. Here both
 * are kept, in an array, just as a query's are: the reader of the parameter then refuses it, or takes the first.
 * `text` is valid JSON, `value` what it was parsed to.
 */
export function keepRepeatedMembers(text: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (countMembers(text) === Object.keys(value).length) return value
  const groups = Map.groupBy(listMembers(text), ({ name }) => name)
  return Object.fromEntries(
    [...groups].map(([name, same]) => [
      name,
      same.length === 1 ? same[0]?.value : same.map((one) => one.value),
    ]),
  )
}

const [quote, backslash, colon] = [34, 92, 58]
/** `[` and `{`, `]` and `}` differ by one bit. */
const [opening, closing, caseBit] = [91, 93, 32]

/** Every body is looked through, and hardly one has repeats: strings are skipped, and nothing is made. */
function countMembers(text: string): number {
  let members = 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === colon) members += Number(depth === 1)
    else if ((code & ~caseBit) === opening) depth += 1
    else if ((code & ~caseBit) === closing) depth -= 1
  }
  return members
}

/** Where the string that begins there ends. */
function endOfString(text: string, from: number): number {
  let end = from
  do {
    end = text.indexOf('"', end + 1)
  } while (end > 0 && isEscaped(text, end))
  return end < 0 ? text.length : end
}

/** A quote behind an odd number of backslashes ends nothing. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text.charCodeAt(before - 1) === backslash) before -= 1
  return (at - before) % 2 === 1
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g

/** The members of the outermost object, in order, repeats included. */
function listMembers(text: string): Member[] {
  const members: Member[] = []
  let depth = 0
  let name: string | undefined
  let start = 0
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const isEnd = depth === 1 && (token === ',' || token === '}')
    if (isEnd && name !== undefined) {
      members.push({ name, value: JSON.parse(text.slice(start, index)) })
      name = undefined
    }
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (depth === 1 && name === undefined && token.startsWith('"')) name = JSON.parse(token)
    else if (depth === 1 && token === ':') start = index + 1
  }
  return members
}
