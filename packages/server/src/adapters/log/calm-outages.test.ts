import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unavailable } from '@quoin/core/errors.ts'
import { GivenClock } from '../../../../../test/support/given-clock.ts'
import { GatheredLog } from '../../../../../test/support/world.ts'
import { calmOutages } from './calm-outages.ts'

const away = unavailable('The database is away. Please try again.', { retryAfterSec: 2 })

test('warnings that an outage repeats are five of each event and a count; all others pass', () => {
  const gathered = new GatheredLog()
  const log = calmOutages(gathered, new GivenClock())
  for (let one = 0; one < 1_000; one += 1) {
    log.warn({ err: away }, 'jobs could not be worked on')
    log.warn({ err: away }, 'caps could not be refreshed')
  }
  for (let one = 0; one < 20; one += 1) log.warn({ err: new Error('a bug') }, 'jobs could not be worked on')
  log.error({ err: away }, 'told as ever')
  log.close()
  const written = gathered.lines.filter((line) => !line.startsWith('debug'))
  assert.equal(written.length, 5 + 5 + 20 + 1 + 2)
  assert.match(written.at(-1) ?? '', /caps could not be refreshed; lines were left out .*"leftOut":995/)
})
