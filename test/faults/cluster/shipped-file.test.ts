import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fillShippedFile, shippedFolder } from './shipped-file.ts'

const readme = readFileSync(join(shippedFolder, 'README.md'), 'utf8')
const shipped = readdirSync(shippedFolder).filter((name) => name !== 'README.md')

const textOf = (name: string): string => readFileSync(join(shippedFolder, name), 'utf8')

function placeholdersOf(name: string): readonly string[] {
  return [...new Set(textOf(name).match(/@[A-Z0-9_]+@/g) ?? [])]
}

test('the page of deploy/ha names each of its files and says what each placeholder is', () => {
  assert.ok(shipped.length >= 4, `${shipped.length} files are shipped`)
  for (const name of shipped) {
    assert.ok(readme.includes(`\`${name}\``), `README.md does not name ${name}`)
    for (const placeholder of placeholdersOf(name))
      assert.ok(
        readme.includes(`\`${placeholder}\``),
        `README.md does not say what ${placeholder} in ${name} is`,
      )
  }
})

test('a placeholder that nothing fills is an error', () => {
  assert.throws(
    () => fillShippedFile('etcd.yml', { NODE: 'n1' }),
    /etcd\.yml asks for [A-Z_]+, which nothing fills/,
  )
})

/** Each setting by its name; lists are left out. */
function settingsOf(name: string): ReadonlyMap<string, string> {
  return new Map(
    [...textOf(name).matchAll(/^ *([a-z0-9_]+):(.*)$/gm)].map(([, key = '', value = '']) => [
      key,
      value.trim(),
    ]),
  )
}

test('the two files of Patroni differ in nothing but what a version asks for', () => {
  const [three, four] = [settingsOf('patroni.yml'), settingsOf('patroni-4-etcd3.yml')]
  const differ = [...new Set([...three.keys(), ...four.keys()])].filter(
    (key) => three.get(key) !== four.get(key),
  )
  assert.deepEqual(differ.toSorted(), ['etcd', 'etcd3', 'ttl', 'watchdog'])
})

for (const name of ['patroni.yml', 'patroni-4-etcd3.yml'])
  test(`${name} acknowledges nothing without a standby, and its times keep Patroni's rule`, () => {
    const settings = settingsOf(name)
    for (const key of ['synchronous_mode', 'synchronous_mode_strict', 'failsafe_mode'])
      assert.equal(settings.get(key), 'true', key)
    const secondsOf = (key: string): number => Number(settings.get(key))
    const needed = secondsOf('loop_wait') + 2 * secondsOf('retry_timeout')
    assert.ok(needed <= secondsOf('ttl'), `${needed} s is more than a ttl of ${secondsOf('ttl')}`)
  })
