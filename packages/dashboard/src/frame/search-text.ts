/**
 * Reads the text behind the `?`: every value is a text, a list has commas. Links stay readable, and each value is
 * one.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [`${name}=${encode(String(value))}`],
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** As little as must be: commas, colons and slashes may stand in a query. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/')
}
