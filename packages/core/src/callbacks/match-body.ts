/** Patterns are kept short and bodies bounded, so that matching costs little. */
const patternLengthMax = 200
const alternativesMax = 20

/** The alternatives that stand for every body, and for an empty one. */
const anything = '*'
const nothing = '(empty)'

/**
 * Whether a body fits one of the alternatives of a pattern such as `OK*|DUP*|1` (see SuccessRule). Not a
 * regular expression, since whoever writes those can also stop a process with one.
 */
export function matchesBody(pattern: string, body: string): boolean {
  const text = tightened(body).toLowerCase()
  return pattern.split('|').some((alternative) => fits(tightened(alternative).toLowerCase(), text))
}

/** The problem of a pattern, in a sentence; undefined when there is none. */
export function bodyPatternProblem(pattern: string, means: 'success' | 'failure'): string | undefined {
  if (pattern.length > patternLengthMax) return `The pattern is longer than ${patternLengthMax} characters.`
  const alternatives = pattern.split('|').map((alternative) => alternative.trim())
  if (alternatives.length > alternativesMax)
    return `The pattern has more than ${alternativesMax} alternatives.`
  if (alternatives.includes('')) return 'The pattern has an empty alternative.'
  if (means === 'failure' && alternatives.includes(anything))
    return 'The pattern has an alternative of nothing but *, which fits every body.'
  if (alternatives.some((alternative) => /^\*\*+$|^.+\*.+$/.test(alternative))) {
    return 'The pattern has a * that is neither at the beginning nor at the end of an alternative.'
  }
  return undefined
}

/** Space around a body and beside its tags says nothing: a page's `<p>\n OK </p>` is `<p>OK</p>`. */
function tightened(body: string): string {
  const beside = (mark: string, text: string) =>
    text
      .split(mark)
      .map((part) => part.trim())
      .join(mark)
  return beside('>', beside('<', body))
}

function fits(alternative: string, text: string): boolean {
  if (alternative === anything) return true
  if (alternative === nothing) return text === ''
  const isOpenBefore = alternative.startsWith('*')
  const isOpenAfter = alternative.length > 1 && alternative.endsWith('*')
  const core = alternative.slice(isOpenBefore ? 1 : 0, isOpenAfter ? -1 : undefined)
  if (isOpenBefore && isOpenAfter) return text.includes(core)
  if (isOpenBefore) return text.endsWith(core)
  return isOpenAfter ? text.startsWith(core) : text === core
}
