const mark = /\{\{?\s*([\w -]{1,64}?)\s*\}?\}/g
const textLengthMax = 2_000

/** Names of macros in a text, as they are written between braces. */
export function macrosInText(text: string): readonly string[] {
  return [...text.matchAll(mark)].map(([, written = '']) => written)
}

/** Fills a text's macros, unencoded. A macro that `textOf` does not know becomes empty. */
export function fillText(text: string, textOf: (written: string) => string | undefined): string {
  return text.replace(mark, (_all, written: string) => textOf(written) ?? '')
}

/** A parameter by its name, and its value with macros. */
interface ParameterTemplate {
  readonly name: string
  readonly value: string
}

/** Reads `user={user_id}&amount={reward}`: names and values as they are, nothing in them is encoded yet. */
export function readParameters(text: string): readonly ParameterTemplate[] {
  if (text === '') return []
  return text.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('=') }
  })
}

/** The problem of a list of parameters, in a sentence; undefined when there is none. */
export function parametersProblem(text: string, isMacro: (written: string) => boolean): string | undefined {
  if (text.length > textLengthMax) return `The parameters are longer than ${textLengthMax} characters.`
  const parameters = readParameters(text)
  const misnamed = parameters.find(({ name }) => !/^[\w.\-[\]:]{1,64}$/.test(name))
  if (misnamed !== undefined) {
    return 'The parameters each need a name of letters, digits and _ . - [ ] : before the =.'
  }
  if (new Set(parameters.map(({ name }) => name)).size < parameters.length)
    return 'The parameters have a name twice.'
  const unknown = macrosInText(text).find((written) => !isMacro(written))
  return unknown === undefined ? undefined : `The parameters have a macro that nothing fills: {${unknown}}.`
}
