/** Sides as the collector measured them. */
export interface Screen {
  readonly shortSide: number
  readonly longSide: number
}

/** Real values are shorter; what is longer must not cost time in a pattern. */
const textLengthMax = 1024
const numberMax = 100_000

export function readText(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined
  const text = raw.slice(0, textLengthMax).trim()
  return text === '' ? undefined : text
}

/** Browsers that tell no page what renders say one of these on every machine, so it is no fact about one. */
const maskedRenderers: ReadonlySet<string> = new Set(['webkit webgl', 'mozilla'])

export function readRenderer(raw: unknown): string | undefined {
  const text = readText(raw)
  return text === undefined || maskedRenderers.has(text.toLowerCase()) ? undefined : text
}

export function readNumber(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && /^\d{1,6}(?:\.\d{1,20})?$/.test(raw) ? Number(raw) : raw
  return typeof number === 'number' && number >= 0 && number <= numberMax ? number : undefined
}

export function readFlag(raw: unknown): boolean | undefined {
  if (raw === 'true' || raw === true) return true
  return raw === 'false' || raw === false ? false : undefined
}

/** `1920x1080`, or two numbers. */
export function readScreen(raw: unknown): Screen | undefined {
  const match = typeof raw === 'string' ? /^\s*(\d{1,6})\s*[x×*]\s*(\d{1,6})/i.exec(raw) : null
  const [first, second] = Array.isArray(raw) ? raw : [match?.[1], match?.[2]]
  const [a, b] = [readNumber(first), readNumber(second)]
  if (!a || !b) return undefined
  return { shortSide: Math.min(a, b), longSide: Math.max(a, b) }
}
