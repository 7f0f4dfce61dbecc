import { motifs, type MotifName } from './picture-motifs.ts'

interface PicturedOffer {
  readonly id: number
  readonly name: string
  readonly categories: readonly string[]
}

/**
 * A picture for an offer that has none: a motif by what its name or its category says, on a ground of its own. The same
 * offer has the same picture everywhere and always.
 */
export function drawOfferPicture(offer: PicturedOffer): string {
  const seed = hash(`${offer.name} ${offer.id}`)
  const category = offer.categories.find((one) => Object.hasOwn(byCategory, one)) ?? 'other'
  const { grounds, motifs: likely } = byCategory[category] ?? byCategory.other
  const ground = grounds[seed % grounds.length] ?? grounds[0]
  const [deep, mid, pale, warm] = ground.split(' ')
  const motif = namedMotif(offer.name) ?? likely[(seed >>> 4) % likely.length] ?? 'gift'
  const scene = scenes[(seed >>> 8) % scenes.length] ?? ''
  const drawing = `<rect width="96" height="96" fill="D"/>${scene}<g stroke-linejoin="round" stroke-linecap="round">${motifs[motif]}</g>`
  const colours: Readonly<Record<string, string | undefined>> = { D: deep, M: mid, P: pale, W: warm }
  const coloured = drawing.replaceAll(
    /(fill|stroke)="([DMPW])"/g,
    (_all, part: string, tone: string) => `${part}="#${colours[tone]}"`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">${coloured}</svg>`
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (value ^ (value >>> 15)) >>> 0
}

function namedMotif(name: string): MotifName | undefined {
  return byName.find(([words]) => words.test(name))?.[1]
}

/** Behind the motif: hills, a sun, waves, rays, panes. */
const scenes = [
  '<circle cx="70" cy="26" r="13" fill="W" opacity=".9"/><path d="M0 70q26-20 52-6t44-8v40H0z" fill="M"/>',
  '<circle cx="48" cy="50" r="38" fill="M"/>',
  '<path d="M0 60q16-10 32 0t32 0 32 0v36H0zM0 0h96v14q-24 12-48 0T0 14z" fill="M"/>',
  '<path d="M48 52L0 20V0h18zm0 0L40 0h22zm0 0L84 0h12v12zm0 0l48-18v22zm0 0l48 30v14H80zm0 0l8 44H32zm0 0L0 96V74zm0 0L0 56V40z" fill="M"/>',
  '<path d="M0 96L96 0v96z" fill="M"/>',
  '<path d="M0 0h48v96H0z" fill="M"/><circle cx="78" cy="18" r="7" fill="W" opacity=".8"/>',
  '<path d="M0 74h96v22H0z" fill="M"/><circle cx="20" cy="22" r="3" fill="P"/><circle cx="74" cy="16" r="2" fill="P"/><circle cx="84" cy="40" r="2.500" fill="P"/><circle cx="12" cy="48" r="2" fill="P"/>',
] as const

interface CategoryLook {
  /** Deep ground, middle tone, pale and warm of the motif. */
  readonly grounds: readonly [string, ...string[]]
  readonly motifs: readonly [MotifName, ...MotifName[]]
}

const byCategory: Readonly<Record<string, CategoryLook>> & { readonly other: CategoryLook } = {
  games: {
    grounds: [
      '3a1330 6b2145 ffe3c9 ff9b54',
      '142a52 27498a e2edff ffc15e',
      '0f3d3a 1d6b5f dff7ea ffb84d',
      '35215e 5a3a96 ede4ff ff8fa3',
    ],
    motifs: ['castle', 'pad', 'dice', 'gem', 'rocket'],
  },
  apps: {
    grounds: [
      '12355b 1f5a93 e4f1ff ffb74a',
      '3b1f5b 633a8f f1e6ff ffcf6b',
      '0d4a4f 177a7b e0f7f4 ff9f6b',
      '4a2b17 8a5227 fff0dc ffc857',
    ],
    motifs: ['phone', 'tiles', 'bolt', 'note'],
  },
  shopping: {
    grounds: ['6b2a12 b2532a fff0e2 ffd166', '5a1537 94305f ffe6f1 ffb3c7', '214a2f 3d7d50 e8f8ea ffcb69'],
    motifs: ['bag', 'gift', 'tag'],
  },
  surveys: {
    grounds: ['0f4c4a 1f7f78 e3faf5 ffd37a', '33306e 5551a8 ebebff ffb199', '5c2751 93457f fdeaf7 ffd6a5'],
    motifs: ['clipboard', 'bubble', 'bars'],
  },
  finance: {
    grounds: ['0b2f4f 15568a e0f0ff ffcf5c', '103d2c 1d6b4c e2f8ea ffd166', '2c2a4a 4a4780 ecebff f7b267'],
    motifs: ['bank', 'chart', 'coins', 'wallet', 'invoice'],
  },
  education: {
    grounds: ['3d2c6b 6248a6 efe9ff ffd166', '0e3f5c 1b6d97 e2f4ff ffb563', '5b3216 96582a fff1e0 9ad9c1'],
    motifs: ['cap', 'book', 'bulb'],
  },
  health: {
    grounds: ['7a1f3d b53a5f ffe7ee ffcab1', '14532d 2b8a4c e6f9ec ffe08a', '0d4c63 188aa6 e1f7fc ff9e9e'],
    motifs: ['heart', 'leaf', 'drop'],
  },
  travel: {
    grounds: ['0b3c6f 1769b3 e3f1ff ffb454', '6a2c10 b8562a ffeedd 7fd1c7', '0f4c5c 1b8291 e0f8fa ffd27d'],
    motifs: ['plane', 'suitcase', 'globe'],
  },
  streaming: {
    grounds: ['1c1433 3d2a6b eee6ff ff6b6b', '3a0f1e 7a2039 ffe4ea ffc15e', '10263d 1f4d75 e1efff f79d65'],
    motifs: ['film', 'play', 'vinyl'],
  },
  signups: {
    grounds: ['1d3b72 3564b5 e6efff ffd166', '3f4a12 6f8320 f6fbdc ff9f5a', '5a2a6b 8b4aa0 f9eaff ffcf99'],
    motifs: ['envelope', 'ticket', 'note'],
  },
  business: {
    grounds: ['1b2a3a 33506b e6eef6 f2b866', '14403f 256d6a e0f5f3 ffc27a', '3a2433 6b4560 f8e9f2 ffce85'],
    motifs: ['briefcase', 'invoice', 'server'],
  },
  trials: {
    grounds: ['4b3a12 8a6d1f fff6d9 ff9e6b', '274b6d 3f7aad e6f2ff ffd28a', '5c1f4a 95407c ffe8f6 ffd166'],
    motifs: ['calendar', 'ticket', 'play'],
  },
  vpn: {
    grounds: ['0b3b2e 146b51 dff8ec ffd166', '14224a 2a4288 e3e9ff 7be0c3', '321a4d 5a3187 efe4ff ffb86b'],
    motifs: ['shield', 'lock', 'key'],
  },
  crypto: {
    grounds: ['2a1f52 4d3a93 ece6ff ffd166', '0d3347 15607f dff3fb f9c74f', '47240f 85481f fff0e0 ffd27a'],
    motifs: ['hex', 'chain', 'wallet'],
  },
  other: {
    grounds: ['1f3f5b 34688f e5f1fb ffc857', '4a2545 7d4375 fbe9f8 ffd28a'],
    motifs: ['gift', 'tiles', 'ticket'],
  },
}

/** The first whose words stand in the name; whole words, since a fort is not in Comfortable. */
const byName: readonly (readonly [words: RegExp, MotifName])[] = [
  [/\b(?:clips?|videos?|watch)\b/i, 'play'],
  [/\b(?:castle|emberhold|keep|fort|bastion|siege)\b/i, 'castle'],
  [/\b(?:kraken|octopus)\b/i, 'kraken'],
  [/\b(?:chess|tactics?)\b/i, 'pawn'],
  [/\b(?:gardens?|moss|plants?|tree|petrichor)\b/i, 'tree'],
  [/\b(?:drift|cars?|rac(?:e|ing))\b/i, 'car'],
  [/\b(?:orbit|starling|stars?|sky|space|farspire)\b/i, 'rocket'],
  [/\b(?:solitaire|poker|card game)\b/i, 'cards'],
  [/\b(?:passwords?)\b/i, 'lock'],
  [/\b(?:radio|music|audio|vinyl|luthier)\b/i, 'vinyl'],
  [/\b(?:newsletters?|letter|post|e?mail)\b/i, 'envelope'],
  [/\b(?:words?|letters|keyboard|fonts?)\b/i, 'letters'],
  [/\b(?:quarry|mines?|gems?|crystals?)\b/i, 'gem'],
  [/\b(?:trains?|railway|nachtwerk)\b/i, 'train'],
  [/\b(?:vpn|shield|tracker|firewall|antivirus)\b/i, 'shield'],
  [/\b(?:locks?|vault)\b/i, 'lock'],
  [/\b(?:wallet)\b/i, 'wallet'],
  [/\b(?:journal|notes?|log|books?|magazine)\b/i, 'book'],
  [/\b(?:moon|night|dim|mood|sleep|winter)\b/i, 'moon'],
  [/\b(?:lantern|candle)\b/i, 'lantern'],
  [/\b(?:tea|coffee|brew|café|cups?)\b/i, 'cup'],
  [/\b(?:socks?|shirts?|coats?|wear)\b/i, 'shirt'],
  [/\b(?:draw|wheel|spin)\b/i, 'wheel'],
  [/\b(?:hydro|water)\b/i, 'drop'],
  [/\b(?:smoke|heart|comfortable|move|blood|clinic)\b/i, 'heart'],
  [/\b(?:home|rentals?|hostel|house)\b/i, 'house'],
  [/\b(?:trad(?:e|ing)|exchange|staking|fx)\b/i, 'chart'],
  [/\b(?:bank|account|remit)\b/i, 'bank'],
  [/\b(?:servers?|host(?:ing)?|cloud|device management|node)\b/i, 'server'],
  [/\b(?:polls?|surveys?|opinions?|feedback)\b/i, 'bubble'],
  [/\b(?:gifts?|box)\b/i, 'gift'],
  [/\b(?:tutor|school|academy|certificate|bootcamp)\b/i, 'cap'],
  [/\b(?:puzzles?|merge|match)\b/i, 'tiles'],
]
