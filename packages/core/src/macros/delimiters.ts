/** How a macro is marked; both ends are regular expressions. */
interface Delimiter {
  readonly opens: string
  readonly name: string
  readonly closes: string
  /** Where the mark makes a macro of any name; elsewhere only a name we know is one. */
  readonly anyNameIn: 'urls and values' | 'values' | 'neither'
}

/** Anything short without braces, quotes or what gives a URL its structure: `{date:Y-m-d}`, `{url(sid)}`. */
const looseName = `([^{}"'&=/?#%<>]{1,64})`
const strictName = '([\\w .-]{1,64})'

/**
 * Marks of real network templates, the longer mark before the shorter one. In `[x]` the bracket must not continue a
 * word, or `filter[country]=US` would lose its key. In `%x%` the ends must not both read as escapes (`%DAte%20`).
 */
const delimiters: readonly Delimiter[] = [
  { opens: '\\$?\\{\\{', name: looseName, closes: '\\}\\}', anyNameIn: 'urls and values' },
  { opens: '\\$?\\{', name: looseName, closes: '\\}', anyNameIn: 'urls and values' },
  { opens: '(?:%7B){1,2}', name: strictName, closes: '(?:%7D){1,2}', anyNameIn: 'values' },
  { opens: '\\[%', name: strictName, closes: '%\\]', anyNameIn: 'values' },
  { opens: '\\[=', name: strictName, closes: '=\\]', anyNameIn: 'values' },
  { opens: '##', name: strictName, closes: '##', anyNameIn: 'values' },
  { opens: '%%', name: strictName, closes: '%%', anyNameIn: 'values' },
  { opens: '(?<![\\w\\]])\\[{1,3}', name: strictName, closes: '\\]{1,3}', anyNameIn: 'neither' },
  { opens: '#', name: strictName, closes: '#', anyNameIn: 'neither' },
  {
    opens: '%(?![\\da-f]{2}[\\w .-]{0,62}%[\\da-f]{2})',
    name: strictName,
    closes: '%',
    anyNameIn: 'neither',
  },
  { opens: '\\$', name: strictName, closes: '\\$', anyNameIn: 'neither' },
  { opens: '<', name: strictName, closes: '>', anyNameIn: 'neither' },
]

/** Finds a marked name, case-insensitively: group n + 1 of the match belongs to the nth delimiter. */
export const markedName: string = delimiters
  .map(({ opens, name, closes }) => `${opens}${name}${closes}`)
  .join('|')

interface MarkedName {
  readonly written: string
  readonly anyNameIn: Delimiter['anyNameIn']
}

export function readMarkedName(match: RegExpExecArray): MarkedName {
  const group = match.findIndex((text, index) => index > 0 && text !== undefined)
  return { written: (match[group] ?? '').trim(), anyNameIn: delimiters[group - 1]?.anyNameIn ?? 'neither' }
}
