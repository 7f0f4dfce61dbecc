/** Kinds of rows in a dirty file, and how many of 200 are of each. */
const mix: readonly (readonly [count: number, change: (at: number) => Partial<DirtyRow>])[] = [
  [85, () => ({})],
  [39, (at) => ({ payout: `${at % 4},50`, revenue: `${(at % 4) + 3},10` })],
  [2, () => ({ payout: '1,500', revenue: '2,75' })],
  [
    29,
    (at) => ({
      countries: ['Deutschland', 'uk', 'Österreich', 'CÔTE D’IVOIRE', 'Germany, United States'][at % 5] ?? '',
    }),
  ],
  [17, (at) => ({ payout: at % 2 === 0 ? '$3.00' : 'USD 2', revenue: at % 2 === 0 ? 'USD 4' : '$4.00' })],
  [7, () => ({ platforms: 'Phone' })],
  [4, () => ({ url: 'https://x.example/bücher gutschein?c={click_id}' })],
  [8, () => ({ payout: '' })],
  [4, (at) => ({ revenue: at % 2 === 0 ? 'abc' : 'tbd' })],
  [3, () => ({ countries: 'ATLANTIS' })],
  [2, () => ({ platforms: 'Windows Phone' })],
]

interface DirtyRow {
  readonly id: string
  readonly title: string
  readonly payout: string
  readonly revenue: string
  readonly url: string
  readonly countries: string
  readonly platforms: string
}

const header = 'Offer ID;Title;Payout (USD);Revenue (USD);Landing URL;Geo;Devices'

/** A file as networks send them: of 200 rows 85 are as a file must be, the others have the slips of spreadsheets. */
export function dirtyOffers(rows = 200): string {
  const changes = mix.flatMap(([count, change]) => Array.from({ length: count }, () => change))
  const lines = Array.from({ length: rows }, (_, at) => {
    // A step without a common factor: the kinds are mixed, as they are in a file.
    const change = changes[(at * 77) % changes.length]
    const plain = {
      id: String(9_001 + at),
      title: titles[at % titles.length] ?? '',
      ...money(at),
      ...where(at),
    }
    const row: DirtyRow = { ...plain, title: `${plain.title} ${at + 1}`, ...change?.(at) }
    return [row.id, row.title, row.payout, row.revenue, row.url, row.countries, row.platforms].join(';')
  })
  return `${[header, ...lines].join('\n')}\n`
}

const titles = [
  'Bäckerei Größe',
  'Tidegale Weather',
  '<b>Win</b> <script>alert(1)</script>',
  'Harbour Lights',
  'Mint Bank',
]

function money(at: number): Pick<DirtyRow, 'payout' | 'revenue'> {
  const cents = 84 + ((at * 13) % 400)
  return { payout: (cents / 100).toFixed(2), revenue: ((cents * 10) / 7 / 100).toFixed(2) }
}

function where(at: number): Pick<DirtyRow, 'url' | 'countries' | 'platforms'> {
  const countries = ['DE', 'DE|AT', 'US', ''][at % 4] ?? ''
  const platforms = ['', 'ios', 'android', 'desktop'][at % 4] ?? ''
  return { url: `https://x.example/o/${at}?c={click_id}`, countries, platforms }
}
