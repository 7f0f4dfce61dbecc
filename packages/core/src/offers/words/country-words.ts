import { countries, isCountry } from '../../detect/country.ts'
import { plainWord } from './plain-word.ts'

/** The ISO 3166-1 alpha-3 codes, in the order of the alpha-2 codes. */
const threeLetters = [
  'AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM BMU BRN',
  'BOL BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV CUW CXR CYP CZE',
  'DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD GEO GUF GGY GHA GIB GRL',
  'GMB GIN GLP GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN IDN IRL ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM',
  'JOR JPN KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE',
  'MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL',
  'NRU NIU NZL OMN PAN PER PYF PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN',
  'SWE SGP SHN SVN SJM SVK SLE SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON',
  'TUR TTO TUV TWN TZA UKR UGA UMI USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM MYT ZAF ZMB ZWE',
].flatMap((row) => row.split(' '))

/** Languages in which feeds name countries, by what has been seen. */
const languages = [
  ...[
    'en',
    'de',
    'fr',
    'es',
    'it',
    'pt',
    'nl',
    'pl',
    'sv',
    'da',
    'nb',
    'fi',
    'cs',
    'sk',
    'hu',
    'ro',
    'el',
    'bg',
  ],
  ...['hr', 'tr', 'ru', 'uk', 'id', 'vi', 'ja', 'ko', 'zh'],
]

/** Names and short forms that feeds use, and that no list of names has. */
const alsoKnown: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  'northern ireland': 'GB',
  el: 'GR',
  usa: 'US',
  'u s a': 'US',
  'u s': 'US',
  'united states of america': 'US',
  america: 'US',
  uae: 'AE',
  emirates: 'AE',
  ksa: 'SA',
  'kingdom of saudi arabia': 'SA',
  holland: 'NL',
  rok: 'KR',
  korea: 'KR',
  'republic of korea': 'KR',
  'korea republic of': 'KR',
  'korea south': 'KR',
  'korea north': 'KP',
  'democratic people s republic of korea': 'KP',
  dprk: 'KP',
  'russian federation': 'RU',
  turkey: 'TR',
  turkiye: 'TR',
  'republic of turkiye': 'TR',
  'czech republic': 'CZ',
  czechia: 'CZ',
  'slovak republic': 'SK',
  macedonia: 'MK',
  fyrom: 'MK',
  'viet nam': 'VN',
  'socialist republic of vietnam': 'VN',
  burma: 'MM',
  myanmar: 'MM',
  'ivory coast': 'CI',
  'cape verde': 'CV',
  swaziland: 'SZ',
  'east timor': 'TL',
  zaire: 'CD',
  drc: 'CD',
  'congo kinshasa': 'CD',
  'democratic republic of the congo': 'CD',
  'dr congo': 'CD',
  'congo democratic republic of the': 'CD',
  'congo the democratic republic of the': 'CD',
  'congo brazzaville': 'CG',
  'republic of the congo': 'CG',
  'congo republic of the': 'CG',
  'hong kong': 'HK',
  macao: 'MO',
  macau: 'MO',
  'taiwan province of china': 'TW',
  'chinese taipei': 'TW',
  'iran islamic republic of': 'IR',
  'syrian arab republic': 'SY',
  palestine: 'PS',
  'state of palestine': 'PS',
  'lao people s democratic republic': 'LA',
  'lao pdr': 'LA',
  'bolivia plurinational state of': 'BO',
  'venezuela bolivarian republic of': 'VE',
  'tanzania united republic of': 'TZ',
  'moldova republic of': 'MD',
  'republic of moldova': 'MD',
  'brunei darussalam': 'BN',
  'bahamas the': 'BS',
  'gambia the': 'GM',
  'holy see': 'VA',
  vatican: 'VA',
  'micronesia federated states of': 'FM',
  'virgin islands us': 'VI',
  'virgin islands u s': 'VI',
  'virgin islands british': 'VG',
  'people s republic of china': 'CN',
  prc: 'CN',
  'mainland china': 'CN',
  oesterreich: 'AT',
  daenemark: 'DK',
  brasil: 'BR',
  'republic of ireland': 'IE',
  eire: 'IE',
  bosnia: 'BA',
  'bosnia herzegovina': 'BA',
  trinidad: 'TT',
  'st lucia': 'LC',
  'saint lucia': 'LC',
}

/** Words for no limit to countries. */
const everywhere: ReadonlySet<string> = new Set([
  ...[
    '',
    'all',
    'any',
    'ww',
    'worldwide',
    'world wide',
    'world',
    'global',
    'globally',
    'international',
    'intl',
  ],
  ...['all countries', 'all geos', 'all geo', 'any country', 'global all geos', 'everywhere', 'weltweit'],
  ...['worldwide all geos', 'all countries allowed', 'no restriction', 'no restrictions'],
])

/** Words that the format of files has for it: the mark, and these. */
const plainlyEverywhere: ReadonlySet<string> = new Set(['*', 'ALL', 'ANY', 'WW', 'WORLDWIDE', 'GLOBAL'])

/** Whether a file may say so without being asked. */
export function isPlainlyEverywhere(word: string): boolean {
  return plainlyEverywhere.has(word.trim().toUpperCase())
}

/** The country that a word means: a code of two or three letters, or a name in one of the languages of feeds. */
export function findCountry(word: string): string | undefined {
  const code = word.trim().toUpperCase()
  if (isCountry(code)) return code
  const plain = plainWord(word)
  return Object.hasOwn(alsoKnown, plain) ? alsoKnown[plain] : byName().get(plain)
}

let names: ReadonlyMap<string, string> | undefined

/** Made when the first name is asked for: few files have one. */
function byName(): ReadonlyMap<string, string> {
  names ??= new Map([
    ...collectNames(),
    ...threeLetters.map((code, at) => [code.toLowerCase(), countries[at] ?? ''] as const),
  ])
  return names
}

/** Brackets hold a second name (`Myanmar (Burma)`), or the state that it belongs to (`Hong Kong (China)`). */
function collectNames(): ReadonlyMap<string, string> {
  const named = languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      const display = new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' })
      return countries.map((code) => ({ code, names: namesIn(display.of(code) ?? '') }))
    }),
  )
  const first = unambiguous(
    named.flatMap(({ code, names: [, ...others] }) => others.map((name) => [name, code])),
  )
  const second = unambiguous(named.flatMap(({ code, names: [inside = ''] }) => [[inside, code]]))
  return new Map([...second, ...first])
}

/** A name that means one country here and another there means none. */
function unambiguous(pairs: readonly (readonly string[])[]): readonly (readonly [string, string])[] {
  const found = new Map<string, string>()
  const twice = new Set<string>()
  for (const [name = '', code = ''] of pairs) {
    if ((found.get(name) ?? code) !== code) twice.add(name)
    found.set(name, code)
  }
  return [...found].filter(([name]) => !twice.has(name) && (name.length > 2 || /[^\x20-\x7e]/.test(name)))
}

/** `Myanmar (Burma)`: what is in brackets, the whole, and what is before them. */
function namesIn(text: string): readonly string[] {
  const [, before = '', inside = ''] = /^(.+?)\s*[(（](.+)[)）]$/.exec(text) ?? []
  return [inside, text, before].map(plainWord)
}

/** A word of a list, and the codes that it stands for; undefined where nobody knows. */
interface CountryWord {
  readonly word: string
  readonly codes: readonly string[] | undefined
}

const entriesMax = 300

/**
 * The countries that a cell names in words, one after another. `own` are meanings that a person gave, by the plain word.
 * A cell that means everywhere is one word without codes in its list.
 */
export function readCountryWords(
  text: string,
  own: Readonly<Record<string, readonly string[]>> = {},
): readonly CountryWord[] {
  const find = (word: string): readonly string[] | undefined => {
    const plain = plainWord(word)
    if (Object.hasOwn(own, plain)) return own[plain]
    const code = findCountry(word)
    return code === undefined ? undefined : [code]
  }
  const whole = text.trim()
  const known = find(whole)
  if (known !== undefined) return [{ word: whole, codes: known }]
  if (whole === '*' || everywhere.has(plainWord(whole))) return [{ word: whole, codes: [] }]
  return split(whole, /[|,;/\n]+/).flatMap((entry) => readEntry(entry, find))
}

/** An entry that nobody knows as it stands may be several: by `and`, or codes with spaces between them. */
function readEntry(entry: string, find: (word: string) => readonly string[] | undefined): CountryWord[] {
  const codes = find(entry)
  if (codes !== undefined) return [{ word: entry, codes }]
  for (const separator of [/\s+(?:and|und|et|y|e|&)\s+|\s*[&+]\s*/i, /\s+/]) {
    const parts = split(entry, separator).map((word) => ({ word, codes: find(word) }))
    if (parts.length > 1 && parts.every((part) => part.codes !== undefined)) return parts
  }
  return [{ word: entry, codes: undefined }]
}

function split(text: string, separator: RegExp): readonly string[] {
  return text
    .split(separator, entriesMax)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
