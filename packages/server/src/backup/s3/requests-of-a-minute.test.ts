import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { nameOfSegment } from '@quoin/embedded-postgres/log-segments.ts'
import { type AskedS3, startS3Server } from '../../../../../test/support/s3/s3-server.ts'
import { openKeyring } from '../../adapters/crypto/keyring.ts'
import { openLog } from '../../adapters/log/log.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { readSettings, withAddresses } from '../../settings/config.ts'
import { openScheduledBackups } from '../scheduled-backups.ts'

const folder = await mkdtemp(join(tmpdir(), 'quoin-minute-'))
const server = await startS3Server()
after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const archive = join(folder, 'data', 'postgres-archive')
const names = Array.from(
  { length: 38 },
  (_, hour) => `20261101T${String(hour % 24).padStart(2, '0')}${10 + hour}00Z`,
)
const last = names.toSorted().at(-1) ?? ''

async function open() {
  await mkdir(join(folder, 'data', 'postgres'), { recursive: true })
  await mkdir(archive, { recursive: true })
  for (const name of names) {
    const record = {
      format: 1,
      kind: 'base',
      cluster: '7',
      quoin: '0.2.0',
      endedAt: '2026-11-01T12:00:00.000Z',
      timeline: 1,
      endLsn: '0/3000028',
      files: { 'base.tar.zst': { bytes: 10, sha256: 'ab' } },
    }
    server.bucket.put(`quoin/${name}/backup.json`, Buffer.from(JSON.stringify(record)))
  }
  for (let number = 3; number < 300; number += 1) {
    const name = nameOfSegment({ timeline: 1, number })
    server.bucket.put(`quoin/log/${name.slice(0, 22)}/${name}.${'a'.repeat(64)}.zst`, randomBytes(10))
  }
  const environment = {
    ...server.environment,
    BACKUP_TO: 's3://backups/quoin',
    BACKUP_PASSPHRASE: 'a passphrase of the tests',
    DATA_DIR: join(folder, 'data'),
  }
  const backups = await openScheduledBackups(withAddresses(readSettings(environment), 8080), {
    environment,
    keyring: openKeyring({ current: 'a'.repeat(40), previous: null }),
    clock: systemClock,
    log: openLog('silent'),
  })
  if (backups === undefined) throw new Error('There are no backups')
  return backups
}

/** The requests by what they are billed as. */
function billed(): Record<'lists' | 'puts' | 'gets', number> {
  const isList = ({ method, key }: AskedS3): boolean => method === 'GET' && key === ''
  const lists = server.asked.filter(isList).length
  const puts = server.asked.filter(({ method }) => method === 'PUT' || method === 'POST').length
  return { lists, puts, gets: server.asked.length - lists - puts }
}

test('a minute costs a handful of requests, with and without a log and a page that is open', async () => {
  const backups = await open()
  // Twice a minute by the schedule, and six times twice by the alerts.
  const look = async (): Promise<void> => {
    await backups.logState({ cluster: '7', timeline: 1 })
    await backups.isThere(last)
  }
  for (let looks = 0; looks < 14; looks += 1) await look()
  assert.deepEqual(billed(), { lists: 4, puts: 0, gets: 1 })

  // In a minute with changes a piece leaves this disk, and is looked for.
  server.reset()
  await writeFile(join(archive, nameOfSegment({ timeline: 1, number: 300 })), Buffer.alloc(16 * 1024 * 1024))
  await backups.shipLog()
  await look()
  assert.deepEqual(billed(), { lists: 2, puts: 1, gets: 0 })
  const state = await backups.logState({ cluster: '7', timeline: 1 })
  assert.deepEqual([state.isWhole, state.waitingSinceMs], [true, null])

  // A page asks every five seconds for all that is there.
  server.reset()
  for (let asked = 0; asked < 12; asked += 1) await backups.list()
  assert.equal((await backups.list()).length, names.length)
  assert.deepEqual(billed(), { lists: 0, puts: 0, gets: 2 * names.length - 1 })
})
