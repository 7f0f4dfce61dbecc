/** One entry of Accept or Accept-Language: a lower-case name without its parameters, and how much it is liked. */
interface Preference {
  readonly name: string
  /** More than 0, at most 1. */
  readonly quality: number
}

/** Real headers are far shorter; what comes after is not read. */
const headerLengthMax = 1024

/** RFC 9110 §12.4.2: three decimals at most. An entry with another quality says nothing. */
const qualityForm = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** A client's preferences, the best liked first, equals as they were written; what it refuses (q=0) is left out. */
export function readPreferences(header: string | undefined): readonly Preference[] {
  return readEntries(header)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
}

/**
 * Whether a client would rather read a page than JSON. The most specific entry counts for each; one that likes both
 * alike, as tools do with their star, gets JSON.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const entries = readEntries(accept)
  const html = Math.max(qualityOf(entries, 'text/html'), qualityOf(entries, 'application/xhtml+xml'))
  return html > qualityOf(entries, 'application/json')
}

function qualityOf(entries: readonly Preference[], type: string): number {
  const ranges = [type, type.replace(/\/.*/, '/*'), '*/*']
  for (const range of ranges) {
    const entry = entries.find(({ name }) => name === range)
    if (entry) return entry.quality
  }
  return 0
}

function readEntries(header: string | undefined): Preference[] {
  const parts = header?.slice(0, headerLengthMax).split(',') ?? []
  return parts.flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    return name !== '' && qualityForm.test(given) ? [{ name, quality: Number(given) }] : []
  })
}
