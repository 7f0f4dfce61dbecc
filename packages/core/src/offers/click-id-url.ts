import { compileTemplate, macrosIn } from '../macros/expand.ts'
import { findMacro } from '../macros/vocabulary.ts'
import type { Reading } from './row/reading.ts'

/** The first macro of a URL that nothing fills, as a sentence for the person who wrote it. */
export function unknownMacroProblem(url: string): string | undefined {
  const [unknown] = compileTemplate(url).unknown
  return unknown === undefined
    ? undefined
    : `names the macro {${unknown}}, which Quoin does not know; docs/networks.md lists those that it fills`
}

/**
 * The destination of an offer whose conversions can be attributed: one that carries the click id. `clickParameter` is
 * the name under which the network takes it. With `isAdded` it is added to a URL that has none.
 */
export function readAttributableUrl(
  url: string,
  { clickParameter, isAdded }: { clickParameter: string; isAdded: boolean },
): Reading<string> {
  if (compileTemplate(url).slots.includes('click_id')) return { value: url }
  const parameter = `${clickParameter}={click_id}`
  const missing = 'carries no click id, so that none of its conversions could be attributed'
  if (!isAdded) return { problem: `${missing}: add ${parameter}, or have it added` }
  const [, before = '', value = ''] = parameterPattern(clickParameter).exec(withoutMacros(url)) ?? []
  if (before === '') return { value: insertParameter(url, parameter) }
  if (value !== '') return { problem: `${missing}, and has ${clickParameter} already: write ${parameter}` }
  return { value: `${url.slice(0, before.length)}{click_id}${url.slice(before.length)}` }
}

/** Matches what stands before the value of a parameter, and the value. */
function parameterPattern(name: string): RegExp {
  return new RegExp(`^([^?#]*\\?(?:[^#]*&)?${name}=)([^&#]*)`)
}

function insertParameter(url: string, parameter: string): string {
  const fragmentAt = withoutMacros(url).indexOf('#')
  const end = fragmentAt < 0 ? url.length : fragmentAt
  const address = url.slice(0, end)
  const joint = !withoutMacros(address).includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}${parameter}${url.slice(end)}`
}

/** The URL with every macro written over, in its length: what marks a macro (`#tid#`) is no part of a URL. */
function withoutMacros(url: string): string {
  const pathAt = url.indexOf('/', url.indexOf('//') + 2)
  const from = pathAt < 0 ? url.length : pathAt
  let text = url
  for (const macro of macrosIn(url.slice(from), findMacro)) {
    const length = macro.to - macro.from
    text = text.slice(0, from + macro.from) + 'x'.repeat(length) + text.slice(from + macro.to)
  }
  return text
}
