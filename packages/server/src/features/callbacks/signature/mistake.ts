/** A way in which receivers sign something else than was sent, and what comes of it. */
export interface Mistake {
  readonly code: string
  /** In a few words, for the list of what was tried. */
  readonly name: string
  readonly sentence: string
  readonly remedy: string
  /** The signatures that come of it. */
  readonly digests: readonly string[]
  /** Where another text was signed. Without secrets. */
  readonly texts?: { readonly sent: string; readonly signed: string }
}

/** A JSON body as others write it again after they have read it. */
export function rewrittenBodies(body: string): readonly string[] {
  const value = parse(body)
  if (value === undefined) return []
  const escaped = (text: string) =>
    text.replaceAll(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const plain = JSON.stringify(value)
  const php = escaped(plain).replaceAll('/', '\\/')
  const spaced = spaceOut(value)
  const texts = [php, plain.replaceAll('/', '\\/'), escaped(plain), escaped(spaced), spaced]
  return [...texts, JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)].filter(
    (one) => one !== body,
  )
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** With a space behind commas and colons, as Python does it. */
function spaceOut(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaceOut).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${spaceOut(one)}`)
  return `{${members.join(', ')}}`
}
