/** A page that leads on at once does nothing else, and is short. */
const scriptPageMax = 8_192
const delaySecMax = 10

/**
 * The address that a page leads on to by itself: a `refresh` of its head, or, on a short page, the one address that a script goes
 * to. Undefined where it stays, and where it is not plain.
 */
export function readOnward(html: string): string | undefined {
  return readRefresh(html) ?? (html.length <= scriptPageMax ? readScript(html) : undefined)
}

function readRefresh(html: string): string | undefined {
  for (const [tag] of html.matchAll(/<meta\b[^<>]{0,2000}>/gi)) {
    if (!/http-equiv\s{0,9}=\s{0,9}["']?refresh/i.test(tag)) continue
    const content =
      /content\s{0,9}=\s{0,9}"([^"]{0,2000})"/i.exec(tag)?.[1] ??
      /content\s{0,9}=\s{0,9}'([^']{0,2000})'/i.exec(tag)?.[1]
    const [, seconds = '', url = ''] =
      /^\s{0,9}(\d{1,4})(?:\.\d{0,3})?\s{0,9}[;,]\s{0,9}(?:url\s{0,9}=\s{0,9})?(.*)$/is.exec(content ?? '') ??
      []
    if (url !== '' && Number(seconds) <= delaySecMax) return unescaped(url.trim().replace(/^['"]|['"]$/g, ''))
  }
  return undefined
}

const going =
  /\blocation(?:\.href)?\s{0,9}=\s{0,9}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})')|\blocation\.(?:replace|assign)\(\s{0,9}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})')/gi

/** Two addresses are a choice that only a browser can make. */
function readScript(html: string): string | undefined {
  const found = [...html.matchAll(going)].map((match) => match.slice(1).find((one) => one !== undefined))
  const [first] = found
  return new Set(found).size === 1 && first !== undefined ? first.replaceAll('\\/', '/') : undefined
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|#38|#x26);/gi, '&')
}
