import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Facts, unpackFolder } from '../fixtures/data-folder.ts'
import { fillAddress } from '../fixtures/fill-address.ts'
import { eventually } from '../support/eventually.ts'
import { call, offersOf, type Publisher } from '../support/publisher-client.ts'
import { runCommandHere } from '../support/run-command.ts'
import { makeDataDir, type ServerProcess, startServerProcess } from '../support/server-process.ts'

const folder = join(import.meta.dirname, '../fixtures')
const packed = globSync('data-*.tar.br', { cwd: folder }).toSorted()

test('there is a data folder of an earlier version', () => {
  assert.ok(packed.length > 0)
})

for (const file of packed)
  describe(`the data folder of version ${/data-(.+)\.tar/.exec(basename(file))?.[1]}`, () => {
    let server: ServerProcess
    let facts: Facts
    let publisher: Publisher
    before(async () => {
      const dataDir = await makeDataDir()
      facts = await unpackFolder(join(folder, file), dataDir)
      server = await startServerProcess({ dataDir, environment: { DEMO: 'off' } })
      publisher = { baseUrl: server.url, apiKey: facts.apiKey, apiSecret: facts.apiSecret }
    })
    after(() => server.stop())

    async function quoin<T>(...words: readonly string[]): Promise<T> {
      const { code, stdout, stderr } = await runCommandHere(words, server.environment)
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    }

    async function conversions() {
      const { data } = await call(publisher, '/api/v1/conversions?limit=10')
      return data as readonly { conversion_id: string; click_id: string; status: string; payout: number }[] // asserted below
    }

    test('its publisher signs in, lists its offers, and finds what was earned to the micro', async () => {
      const listed = await offersOf(publisher, 'somebody-new')
      assert.deepEqual(
        listed.map(({ name }) => name),
        [facts.offerName],
      )
      const [earned] = await conversions()
      assert.equal(earned?.conversion_id, facts.conversionId)
      assert.equal(earned.click_id, facts.clickId)
      assert.equal(earned.status, 'approved')
      assert.equal(Math.round(earned.payout * 1_000_000), facts.payoutMicros)
    })

    test('a click from before the upgrade earns by a report to the address from before', async () => {
      const address = fillAddress(`${server.url}${facts.postbackPath}`, facts.openClickId, 'after-upgrade')
      assert.equal((await fetch(address)).status, 200)
      await eventually(async () => (await conversions()).length, 2)
      const told = await conversions()
      assert.ok(told.some(({ click_id }) => click_id === facts.openClickId))
    })

    test('a report from before the upgrade is still known, and pays nothing again', async () => {
      const address = fillAddress(`${server.url}${facts.postbackPath}`, facts.clickId, 'first')
      assert.equal((await fetch(address)).status, 200)
      assert.equal((await conversions()).length, 2)
    })

    test('the books are exact', async () => {
      const { isClean } = await quoin<{ isClean: boolean }>('ledger', 'check')
      assert.equal(isClean, true)
    })
  })
