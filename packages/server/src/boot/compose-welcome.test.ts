import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatheredLog } from '../../../../test/support/world.ts'
import { readSettings, withAddresses } from '../settings/config.ts'
import { composeWelcome } from './compose-welcome.ts'

const settings = withAddresses(readSettings({}), 8080)
const given = { settings, demo: undefined, countApps: async () => 0, afterRestore: async () => [] }

test('a server that serves goes on when the database is away before its welcome is told', async () => {
  const log = new GatheredLog()
  const away = async (): Promise<never> => {
    throw new Error('terminating connection due to administrator command')
  }
  assert.equal(await composeWelcome({ ...given, log, makeSetUp: away }), '')
  assert.equal(await composeWelcome({ ...given, log, countApps: away, makeSetUp: async () => undefined }), '')
})

test('the welcome has the link to set the service up', async () => {
  const setUp = { link: 'http://localhost:8080/dashboard/link#once', file: 'data/set-up-link.txt' }
  const told = await composeWelcome({ ...given, log: new GatheredLog(), makeSetUp: async () => setUp })
  assert.match(told, /set-up-link\.txt/)
})
