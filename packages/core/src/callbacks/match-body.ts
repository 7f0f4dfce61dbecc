/** Patterns are kept short, and only the beginning of a body is looked at, so that matching costs nothing. */
const patternLengthMax = 200
const alternativesMax = 20

/**
 * Whether a body fits one of the alternatives of a pattern such as `OK*|DUP*|1` (see SuccessRule). Not a
 * regular expression, since whoever writes those can also stop a process with one.
 */
export function matchesBody(pattern: string, body: string): boolean {
  const text = body.trim().toLowerCase()
  return pattern.split('|').some((alternative) => fits(alternative.trim().toLowerCase(), text))
}

/** What is wrong with a pattern, in a sentence; undefined when nothing is. */
export function bodyPatternProblem(pattern: string): string | undefined {
  if (pattern.length > patternLengthMax) return `The pattern is longer than ${patternLengthMax} characters.`
  const alternatives = pattern.split('|').map((alternative) => alternative.trim())
  if (alternatives.length > alternativesMax)
    return `The pattern has more than ${alternativesMax} alternatives.`
  if (alternatives.includes('')) return 'The pattern has an empty alternative.'
  if (alternatives.some((alternative) => /^\*+$/.test(alternative)))
    return 'The pattern has an alternative of nothing but *, which fits every body.'
  if (alternatives.some((alternative) => alternative.slice(1, -1).includes('*'))) {
    return 'The pattern has a * that is neither at the beginning nor at the end of an alternative.'
  }
  return undefined
}

function fits(alternative: string, text: string): boolean {
  const isOpenBefore = alternative.startsWith('*')
  const isOpenAfter = alternative.length > 1 && alternative.endsWith('*')
  const core = alternative.slice(isOpenBefore ? 1 : 0, isOpenAfter ? -1 : undefined)
  if (isOpenBefore && isOpenAfter) return text.includes(core)
  if (isOpenBefore) return text.endsWith(core)
  return isOpenAfter ? text.startsWith(core) : text === core
}
