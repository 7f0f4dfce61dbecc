import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { settingRows } from '../../packages/server/src/settings/setting-rows.ts'
import { openDatabase } from '../../packages/server/src/store/pg/database.ts'
import {
  type ComposeFile,
  type ComposeService,
  interpolate,
  readComposeFile,
  readEnvironmentFile,
} from '../support/compose-file.ts'
import { repository, runProgram } from '../support/run-program.ts'
import { makeDataDir, startServerProcess } from '../support/server-process.ts'
import { startTestServer } from '../support/test-server.ts'

const example = readFileSync(join(repository, '.env.example'), 'utf8')
/** The line of its head that makes the secrets. */
const [, makeSecrets = ''] = /^# {3}(\(umask.*)$/m.exec(example) ?? []
const stopMaxMs = 25_000
const drainMaxMs = 60_000

describe('compose.yml', () => {
  let file: ComposeFile
  let complaints: readonly string[]
  before(async () => {
    ;({ file, complaints } = await readComposeFile())
  })
  const service = (name: string): ComposeService => {
    const found = file.services[name]
    assert.ok(found !== undefined, name)
    return found
  }

  test('is valid by the schema of the Compose specification', () => {
    assert.deepEqual(complaints, [])
  })

  test('names every image with its version, and this version of Quoin', () => {
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
    for (const { image } of Object.values(file.services)) assert.match(image, /^[\w./-]+:\d+\.\d+/)
    assert.equal(service('quoin').image, `quoin:${version}`)
  })

  test('has no secret: without those of .env a start is refused', () => {
    const { environment = {} } = service('quoin')
    for (const name of ['DATABASE_URL', 'QUOIN_SECRET'])
      assert.throws(
        () => interpolate(environment[name] ?? '', readEnvironmentFile(example)),
        /missing a value/,
      )
    assert.throws(
      () => interpolate(service('postgres').environment?.['POSTGRES_PASSWORD'] ?? '', {}),
      /POSTGRES_PASSWORD is missing a value/,
    )
  })

  test('gives a stop more time than Quoin may take, and every service a health check', () => {
    const seconds = Number(/^(\d+)s$/.exec(service('quoin').stop_grace_period ?? '')?.[1])
    assert.ok(seconds * 1_000 > drainMaxMs + stopMaxMs, `${seconds} s`)
    assert.equal(settingRows.drainMs.read(`${drainMaxMs + 1}`) instanceof Error, true)
    for (const { healthcheck } of Object.values(file.services)) assert.equal(healthcheck.test[0], 'CMD')
  })

  test('publishes Quoin alone, on this machine alone, and lets it write nowhere but in its volume', () => {
    const published = Object.entries(file.services).filter(([, { ports }]) => ports !== undefined)
    assert.deepEqual(
      published.map(([name]) => name),
      ['quoin'],
    )
    assert.deepEqual(
      service('quoin').ports?.map((port) => interpolate(port, {})),
      ['127.0.0.1:8080:8080'],
    )
    const { read_only, cap_drop, security_opt, volumes = [] } = service('quoin')
    assert.deepEqual(
      { read_only, cap_drop, security_opt },
      {
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      },
    )
    assert.deepEqual(volumes, ['spool:/data'])
    assert.deepEqual(Object.keys(file.volumes), ['spool', 'postgres'])
  })

  test('names settings that there are, in .env.example, too', () => {
    const known = new Set<string>(Object.values(settingRows).map(({ variable }) => variable))
    const ofCompose = ['POSTGRES_PASSWORD', 'LISTEN']
    const named = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name)
    const unknown = [...Object.keys(service('quoin').environment ?? {}), ...named].filter(
      (name) => !known.has(name) && !ofCompose.includes(name),
    )
    assert.deepEqual(unknown, [])
    assert.ok(named.length > 6)
  })
})

describe('its services, as processes', {
  skip: process.platform !== 'linux' && 'by a shell of Linux',
}, () => {
  test('start with the secrets that .env.example makes, are healthy, and stop', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quoin-compose-'))
    const postgres = await startTestServer()
    try {
      execFileSync('sh', ['-c', makeSecrets], { cwd: folder })
      const path = join(folder, '.env')
      assert.equal(statSync(path).mode & 0o777, 0o600)
      const given = readEnvironmentFile(readFileSync(path, 'utf8'))
      assert.equal(new Set(Object.values(given)).size, 3)
      await makeRole(postgres.url, given['POSTGRES_PASSWORD'] ?? '')

      const { file } = await readComposeFile()
      const { environment = {}, healthcheck } = file.services['quoin'] ?? assert.fail()
      const inside = Object.fromEntries(
        Object.entries({ ...given, ...environment }).map(([name, text]) => [name, interpolate(text, given)]),
      )
      const { port } = new URL(postgres.url)
      const settings = {
        ...inside,
        DATABASE_URL: (inside['DATABASE_URL'] ?? '').replace('@postgres:5432', `@127.0.0.1:${port}`),
        DATA_DIR: await makeDataDir(),
        PORT: '0',
      }
      const server = await startServerProcess({ environment: settings, dataDir: settings.DATA_DIR })
      const words = healthcheck.test.slice(2)
      const asked = await runProgram(process.execPath, words, { PORT: new URL(server.url).port })
      assert.equal(asked.code, 0)
      // It comes from outside of the container, so it needs the token.
      const metrics = (headers: Record<string, string>) =>
        fetch(`${server.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.5', ...headers } })
      assert.equal((await metrics({})).status, 401)
      const authorization = `Bearer ${given['METRICS_TOKEN']}`
      assert.equal((await metrics({ authorization })).status, 200)
      assert.ok(existsSync(join(settings.DATA_DIR, 'spool')))
      const ended = await server.stop()
      assert.equal(ended.code, 0)
      for (const secret of Object.values(given)) assert.ok(!ended.stderr.includes(secret))
    } finally {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

/** As the image of PostgreSQL does it: a role and a database of the names that compose.yml gives. */
async function makeRole(url: string, password: string): Promise<void> {
  const database = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 30_000 })
  try {
    assert.match(password, /^[0-9a-f]{64}$/)
    await database.query(`alter role quoin password '${password}'`)
  } finally {
    await database.close()
  }
}
