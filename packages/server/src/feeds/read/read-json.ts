/** 16 digits in a row: only there may be a number that JSON does not carry exactly. */
const mayBeInexact = /\d{16}/

/**
 * Reads JSON; undefined for what is none. A whole number that is too large to be exact is the text of its digits, because
 * it is an id.
 */
export function readFeedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: mayBeInexact.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text) }
  } catch {
    return undefined
  }
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isLost = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return isLost && context?.source !== undefined ? context.source : value
}
