interface Member {
  readonly name: string
  readonly value: unknown
}

/**
 * Of two members of one name JSON.parse keeps the last, so that a proxy and we could see two different users. Here
 * both are kept, in an array, just as a query's are: the reader of the parameter then refuses it, or takes the first
 * (DECISIONS: a known parameter given twice). `text` is valid JSON, `value` what it was parsed to.
 */
export function keepRepeatedMembers(text: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = listMembers(text)
  if (members.length === Object.keys(value).length) return value
  const groups = Map.groupBy(members, ({ name }) => name)
  return Object.fromEntries(
    [...groups].map(([name, same]) => [
      name,
      same.length === 1 ? same[0]?.value : same.map((one) => one.value),
    ]),
  )
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
