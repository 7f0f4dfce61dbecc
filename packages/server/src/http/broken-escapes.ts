const none: ReadonlySet<string> = new Set()

/**
 * The names of query parameters whose value is not percent-encoded UTF-8. Fastify's parser leaves such a value as it
 * stands, so that `%FF` and `%25FF` would be one user; the API refuses it, while links
 * and postbacks, which others fill in, live with it.
 */
export function findBrokenEscapes(url: string): ReadonlySet<string> {
  if (!url.includes('%')) return none
  const names = new Set<string>()
  const start = url.indexOf('?')
  const query = start < 0 ? '' : url.slice(start + 1)
  if (isDecodable(query)) return names
  for (const pair of query.split('&')) {
    const [name = '', ...value] = pair.split('=')
    if (!isDecodable(value.join('='))) names.add(isDecodable(name) ? decodeURIComponent(name) : name)
  }
  return names
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
