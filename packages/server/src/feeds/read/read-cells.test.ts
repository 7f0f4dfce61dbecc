import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countriesOfRules } from './country-rules.ts'
import { fillClickId } from './fill-click-id.ts'
import { goalKey } from './goal-key.ts'
import { guessPlatforms } from './guess-platforms.ts'
import { listOf } from './list-of.ts'
import { platformsOfRules } from './platform-rules.ts'
import { readAddress } from './read-address.ts'
import { readFeedCap } from './read-cap.ts'
import { readFeedCategories } from './read-categories.ts'
import { readId } from './read-id.ts'
import { readFeedJson } from './read-json.ts'
import { readName } from './text-cells.ts'
import { valueAt } from './value-at.ts'

test('0, 1000000 and nothing are no cap', () => {
  for (const value of [0, '0', '0.00', '', null, undefined, 1_000_000, '1000000', 2_000_000_000])
    assert.deepEqual(readFeedCap(value), {}, String(value))
  for (const [value, cap] of [
    [25, 25],
    ['25', 25],
    ['25.00', 25],
    [999_999, 999_999],
  ])
    assert.deepEqual(readFeedCap(value), { value: cap })
  for (const value of ['many', -1, 1.5]) assert.ok('doubt' in readFeedCap(value))
})

test('ids are texts, and a number that is not exact is none', () => {
  for (const [value, id] of [
    [501, '501'],
    ['9007199254740993123', '9007199254740993123'],
    [' a  b ', 'a b'],
    [2 ** 60, undefined],
    ['', undefined],
    [' ', undefined],
    [null, undefined],
    [{}, undefined],
    ['x'.repeat(256), undefined],
    ['\u200B', undefined],
  ] as const)
    assert.equal(readId(value), id)
})

test('a number that JSON does not carry exactly keeps its digits', () => {
  const read = readFeedJson('{"id":9007199254740993123,"n":12,"t":"9007199254740993123"}')
  assert.deepEqual(read?.value, { id: '9007199254740993123', n: 12, t: '9007199254740993123' })
  assert.equal(readFeedJson('{"a":'), undefined)
  assert.deepEqual(readFeedJson('null'), { value: null })
})

test('lists are read from arrays and from objects by key, and everything else is empty', () => {
  assert.deepEqual(listOf([1, 2]), [1, 2])
  assert.deepEqual(listOf({ 7: 'a', 9: 'b' }), ['a', 'b'])
  for (const value of [[], {}, false, '', null, undefined, 'abc', 5]) assert.deepEqual(listOf(value), [])
  assert.equal(listOf(Array.from({ length: 5_000 })).length, 1_000)
})

test('a path meets nothing that an object only inherits', () => {
  assert.equal(valueAt({ a: { b: [5] } }, 'a.b.0'), 5)
  for (const path of ['constructor', '__proto__', 'a.toString', 'a.b.map'])
    assert.equal(valueAt({ a: {} }, path), undefined)
  assert.equal(valueAt('abc', 'length'), undefined)
})

test('words for countries are left as they came, until some are excluded', () => {
  assert.deepEqual(countriesOfRules({ include: ['UK', 'United States'] }), { value: ['UK', 'United States'] })
  assert.deepEqual(countriesOfRules({ include: ['UK', 'DE'], exclude: ['Germany'] }), { value: ['GB'] })
  for (const word of ['GLOBAL', '*', 'GLOBAL (ALL GEOS)', 'Worldwide', 'all'])
    assert.deepEqual(countriesOfRules({ include: [word] }), {}, word)
  assert.deepEqual(countriesOfRules({ include: ['US', 'GLOBAL'] }), {})
  assert.deepEqual(countriesOfRules({ include: [] }), {})
  assert.ok('doubt' in countriesOfRules({ include: ['DE'], exclude: ['DE'] }))
  assert.ok('doubt' in countriesOfRules({ include: ['Atlantis'], exclude: ['DE'] }))
  assert.ok('doubt' in countriesOfRules({ include: [], exclude: ['GLOBAL'] }))
})

test('words for platforms are left as they came, until lists meet', () => {
  assert.deepEqual(platformsOfRules([{ include: ['Smart TV'] }]), { value: ['Smart TV'] })
  assert.deepEqual(platformsOfRules([{ include: [] }, { include: ['Phone'], exclude: ['Android'] }]), {
    value: ['ios'],
  })
  assert.deepEqual(platformsOfRules([{ include: ['all'] }, { include: ['any'] }]), {})
  assert.ok('doubt' in platformsOfRules([{ include: ['Android'] }, { include: ['PC'] }]))
  assert.ok('doubt' in platformsOfRules([{ include: [], exclude: ['Smart TV'] }]))
})

for (const [name, previewUrl, platforms] of [
  ['Quest - iOS - US', '', ['ios']],
  ['Quest iOS/Android', '', ['android', 'ios']],
  ['Quest', 'https://apps.apple.com/app/id1', ['ios']],
  ['Quest', 'https://play.google.com/store/apps/details?id=a.b', ['android']],
  ['Quest Desktop only', '', ['desktop']],
  ['Quest iOS + Android', 'https://apps.apple.com/app/id1', ['android', 'ios']],
  ['Mobile Strike', '', undefined],
  ['Androidify Kiosk', '', undefined],
  ['Web App Bank', 'https://bank.example/', undefined],
  ['Quest', 'https://evil.example/https://apps.apple.com/', undefined],
] as const) {
  test(`an offer named “${name}” with a preview at “${previewUrl}” is for ${platforms?.join() ?? 'anybody'}`, () => {
    assert.deepEqual(guessPlatforms({ name, previewUrl }).value, platforms)
  })
}

test('a name and a store that contradict each other are a doubt', () => {
  const { value, doubt } = guessPlatforms({
    name: 'Quest Android',
    previewUrl: 'https://apps.apple.com/app/id1',
  })
  assert.equal(value, undefined)
  assert.match(doubt ?? '', /android by its name, and ios/)
})

test('a goal’s key is its id where it may be one, and always the same', () => {
  assert.equal(goalKey('31'), '31')
  assert.equal(goalKey('First Deposit'), 'first-deposit')
  const odd = ['Депозит', 'a/b', 'a&b', '_x', 'x'.repeat(65), '🎮']
  const keys = odd.map(goalKey)
  for (const key of keys) assert.match(key, /^[a-z0-9][a-z0-9._:-]{0,63}$/)
  assert.equal(new Set(keys).size, odd.length)
  assert.deepEqual(odd.map(goalKey), keys)
})

test('an address is mended where only its spelling is wrong, and left out where it is none', () => {
  assert.deepEqual(readAddress('//i.example/a b.png'), { value: 'https://i.example/a%20b.png' })
  assert.deepEqual(readAddress('https://i.example/ä.png'), { value: 'https://i.example/%C3%A4.png' })
  for (const value of [
    '',
    'a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'https://u:p@i.example/',
    5,
  ])
    assert.deepEqual(readAddress(value), {}, String(value))
})

test('a click id is put where the network takes it', () => {
  assert.deepEqual(fillClickId('https://t.example/?a=1', 'cake'), {
    value: 'https://t.example/?a=1&s2={click_id}',
  })
  assert.deepEqual(fillClickId('https://t.example/A/', 'everflow'), {
    value: 'https://t.example/A/?sub1={click_id}',
  })
  assert.deepEqual(fillClickId('https://t.example/?aff_sub=', 'tune'), {
    value: 'https://t.example/?aff_sub={click_id}',
  })
  assert.deepEqual(fillClickId('', 'tune'), {})
  for (const link of ['https://t.example/?aff_sub=5', 'javascript:alert(1)', 'https://{host}/'])
    assert.ok('doubt' in fillClickId(link, 'tune'), link)
})

test('categories become slugs', () => {
  assert.deepEqual(readFeedCategories(['Mobile & Games', 'Café', ' ', 'Игры', 'Café', 5]), {
    value: ['mobile-games', 'cafe', '5'],
  })
  assert.deepEqual(readFeedCategories([]), {})
})

test('a name of 100 kB is cut, and marks that turn its direction are gone', () => {
  const { value } = readName(`\u202E ${'😀'.repeat(25_000)}`)
  assert.equal([...String(value)].length, 200)
  assert.ok(String(value).isWellFormed() && !String(value).includes('\u202E'))
})
