import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadVite } from './support/bundle.ts'
import { nativeSecret } from './support/callbacks.ts'
import { makeProject, packSdk, sdkVersion } from './support/packed-sdk.ts'
import { repository, runProgram } from './support/run-program.ts'
import { createWorld, type World } from './support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'quoin-sdk-'))

/** Asks a real Quoin and verifies a callback, by what each runtime has. */
const program = `
import { Quoin, InvalidApiKeyError } from '@quoin/sdk'
import { verifyClassic } from '@quoin/sdk/webhooks'
const quoin = new Quoin()
const { meta } = await quoin.offers.list({ userId: 'ada' })
const { data } = await quoin.sessions.create({ userId: 'ada' })
const body = '{"type":"conversion.approved","data":{}}'
const headers = quoin.webhooks.testHeaders({ body, secret: process.env.QUOIN_CALLBACK_SECRET })
const { type } = quoin.webhooks.verify(new TextEncoder().encode(body), new Headers(headers))
const refused = await new Quoin({ apiKey: 'pk_live_none' }).offers.list({ userId: 'ada' }).catch((error) => error)
console.log(JSON.stringify([meta.total, data.token.slice(0, 3), type, refused instanceof InvalidApiKeyError, verifyClassic('cpx', { query: {} }, 's')]))
`

/** Bun and Deno come by `npm install --no-save bun deno`; they are too large to be installed for this test alone. */
const runtimes = [
  { title: 'Node', file: process.execPath, words: ['program.mjs'] },
  { title: 'Bun', file: 'bun', words: ['program.mjs'] },
  {
    title: 'Deno',
    file: 'deno',
    words: [
      'run',
      '--no-remote',
      '--node-modules-dir=manual',
      '--allow-net=127.0.0.1',
      '--allow-env',
      '--allow-read=.',
      'program.mjs',
    ],
  },
] as const

describe('the SDK, packed and installed in an empty project', () => {
  let world: World
  let environment: Record<string, string>

  before(async () => {
    makeProject(folder, { packed: packSdk(folder) })
    writeFileSync(join(folder, 'program.mjs'), program)
    world = await createWorld()
    await world.addOffers([{}, {}])
    await world.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.server.server.address() as AddressInfo // an IP server has one
    environment = {
      QUOIN_BASE_URL: `http://127.0.0.1:${port}`,
      QUOIN_API_KEY: world.app.live.apiKey,
      QUOIN_API_SECRET: world.app.live.apiSecret,
      QUOIN_CALLBACK_SECRET: nativeSecret,
      DENO_DIR: join(folder, 'deno'),
      PATH: `${process.env['PATH']}:${join(repository, 'node_modules/.bin')}`,
    }
  })
  after(async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const { title, file, words } of runtimes)
    test(`asks, is refused and verifies under ${title}`, async (t) => {
      const found = await runProgram(file, ['--version'], environment).catch(() => undefined)
      if (found?.code !== 0) return t.skip(`${file} is not installed here`)
      const { code, stdout, stderr } = await runProgram(file, words, environment, folder)
      assert.equal(code, 0, stderr)
      assert.deepEqual(JSON.parse(stdout), [2, 'qs_', 'conversion.approved', true, false])
    })

  test('is installed with its types from the address at which a running Quoin serves it', async () => {
    const project = join(folder, 'served')
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), '{"name":"empty","private":true}')
    const served = `${environment['QUOIN_BASE_URL']}/docs/files/quoin-sdk-${sdkVersion}.tgz`
    // Our .npmrc, from which the tests have their environment, would ask the registry for this address.
    const words = [
      'install',
      '--no-audit',
      '--no-fund',
      '--omit=peer',
      '--replace-registry-host=never',
      served,
    ]
    const { code, stderr } = await runProgram('npm', words, environment, project)
    assert.equal(code, 0, stderr)
    const readInstalled = (from: string, name: string) =>
      readFileSync(join(from, 'node_modules/@quoin/sdk', name), 'utf8')
    for (const name of ['dist/index.js', 'dist/types/index.d.ts', 'dist/types/index.d.cts', 'LICENSE'])
      assert.equal(readInstalled(project, name), readInstalled(folder, name), name)
  })

  test('is required as CommonJS', async () => {
    const text = `const { Quoin } = require('@quoin/sdk'); const { verifyClassic } = require('@quoin/sdk/webhooks'); const { mountWall } = require('@quoin/sdk/browser'); console.log([Quoin, verifyClassic, mountWall].map((one) => typeof one).join())`
    writeFileSync(join(folder, 'program.cjs'), text)
    const { stdout, stderr } = await runProgram(process.execPath, ['program.cjs'], {}, folder)
    assert.equal(stdout.trim(), 'function,function,function', stderr)
  })

  test('is bundled for a page without what belongs on servers', async () => {
    writeFileSync(
      join(folder, 'page.js'),
      `import { mountWall } from '@quoin/sdk/browser'\nmountWall('#earn', { baseUrl: 'https://quoin.example' })\n`,
    )
    const { build } = await loadVite()
    const made = await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { write: false, lib: { entry: join(folder, 'page.js'), formats: ['es'], fileName: 'page' } },
    })
    const [first] = [made].flat()
    const code = first && 'output' in first ? first.output[0].code : ''
    assert.match(code, /data-quoin|iframe/)
    assert.ok(!/node:crypto|api-secret|showModal/.test(code))
    assert.ok(code.length < 7_000, `${code.length} characters`)
  })
})
