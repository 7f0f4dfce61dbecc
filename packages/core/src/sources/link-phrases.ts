/** The meaning of a phrase: the offer is over, it is not to be had for some reason, or not in this country. */
interface FoundPhrase {
  readonly says: 'over' | 'unavailable' | 'elsewhere'
  readonly text: string
}

interface PhraseRow {
  readonly says: FoundPhrase['says']
  readonly pattern: RegExp
}

const offer = '(?:offer|campaign|promotion|deal)'

/** The surest first. Each is a sentence that networks write for whoever comes; none stands on a page of a shop. */
const phrases: readonly PhraseRow[] = [
  {
    says: 'elsewhere',
    pattern: new RegExp(
      `(?:this )?(?:${offer} |app |item |service )?(?:is |it’s |it's )?(?:not|un)[ -]?(?:available|allowed|supported) (?:in|for|from) (?:your|this) (?:country|region|location|geo)`,
      'i',
    ),
  },
  { says: 'elsewhere', pattern: /(?:country|geo|region) (?:is )?not (?:allowed|supported|accepted)/i },
  {
    says: 'over',
    pattern: new RegExp(
      `${offer} (?:has |is |was )?(?:already )?(?:expired|ended|closed|over|paused|inactive|deactivated|no longer (?:active|available|running))`,
      'i',
    ),
  },
  { says: 'over', pattern: new RegExp(`(?:expired|inactive|closed) ${offer}\\b`, 'i') },
  {
    says: 'unavailable',
    pattern: new RegExp(
      `${offer} (?:is |was )?(?:currently )?(?:not (?:available|found|active)|unavailable)`,
      'i',
    ),
  },
]

/** Words of addresses that networks send whoever they do not want. */
const addressPhrases: readonly PhraseRow[] = [
  {
    says: 'elsewhere',
    pattern: /[/?&=](?:geo|country)[_-]?(?:not[_-]?allowed|blocked|restricted|mismatch)\b/i,
  },
  { says: 'over', pattern: /[/?&=](?:offer|campaign)[_-]?(?:expired|closed|inactive|ended)\b/i },
  {
    says: 'unavailable',
    pattern: /[/?&=](?:offer|campaign)[_-]?(?:not[_-]?(?:available|found)|unavailable)\b/i,
  },
]

/** A page that says so says little else: a long one tells of other things in such words, too. */
const plainLengthMax = 1_500
const shownLengthMax = 120

/** Finds, in a page or in its address, a sentence by which the offer is not to be had. */
export function findPhrase(url: string, html: string): FoundPhrase | undefined {
  const plain = plainOf(html)
  const rows: readonly (readonly [readonly PhraseRow[], string])[] = [
    [phrases, plain.length > plainLengthMax ? '' : plain],
    [addressPhrases, url.slice(0, 2_000)],
  ]
  for (const [table, text] of rows) {
    for (const { says, pattern } of table) {
      const [found] = pattern.exec(text) ?? []
      if (found !== undefined) return { says, text: found.replace(/^[/?&=]/, '').slice(0, shownLengthMax) }
    }
  }
  return undefined
}

/** The text of a page without its tags, scripts and styles; no pattern goes through a page twice. */
function plainOf(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[^>]{0,2000}>[^<]*(?:<(?!\/\1)[^<]*)*(?:<\/\1|$)/gi, ' ')
    .replaceAll(/<[^<>]{0,2000}>/g, ' ')
    .replaceAll(/&(?:nbsp|#160);/gi, ' ')
    .replaceAll(/&(?:rsquo|#39|apos|#8217);/gi, '’')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
