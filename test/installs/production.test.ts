import assert from 'node:assert/strict'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { builtFolders } from '../../tools/built-folders.ts'
import { bytesIn, commitCopy, runPlainly } from '../support/installed-copy.ts'
import { listImports } from '../support/list-imports.ts'
import { call, type Publisher } from '../support/publisher-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

/** As `du -m` counts. */
const mb = 1024 * 1024
const bytesMax = 250 * mb
const folder = mkdtempSync(join(tmpdir(), 'quoin-production-'))
const sources = join(folder, 'sources')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
const installed = join(folder, `quoin-${version}`)
const built = Object.values(builtFolders).map((one) => one.folder)

describe('a production install of the release archive', () => {
  let said: string
  let server: ServerProcess
  let demo: Publisher

  before(async () => {
    // As root, PostgreSQL runs as another account, which must get through.
    chmodSync(folder, 0o755)
    mkdirSync(sources)
    await commitCopy(sources)
    await release(join(folder, 'first'))
    const archive = join(folder, 'first', `quoin-${version}.tar.gz`)
    await runPlainly('tar', ['-xzf', archive, '-C', folder], folder)
    said = await runPlainly('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], installed)
    server = await startServerProcess({ byNpm: true, isFirstStart: true, folder: installed })
    demo = JSON.parse(readFileSync(join(server.dataDir, 'demo.json'), 'utf8'))
  })
  after(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has the package for publishers beside it, with its types', async () => {
    const listed = await runPlainly(
      'tar',
      ['-tzf', join(folder, 'first', `quoin-sdk-${version}.tgz`)],
      folder,
    )
    for (const file of ['index.js', 'index.cjs', 'types/index.d.ts', 'types/index.d.cts'])
      assert.ok(listed.split('\n').includes(`package/dist/${file}`), file)
  })

  test('takes no more than 250 MB, and builds nothing', (t) => {
    const bytes = bytesIn(join(installed, 'node_modules'))
    const inMb = (count: number) => `${(count / mb).toFixed(0)} MB`
    t.diagnostic(`${inMb(bytes)} of packages, ${inMb(bytesIn(installed))} in all`)
    assert.ok(bytes <= bytesMax, `${bytes} bytes of packages`)
    assert.doesNotMatch(said, /built/)
    for (const name of ['vite', 'rolldown', '@mantine', 'react-dom', 'typescript', 'playwright-core'])
      assert.ok(!existsSync(join(installed, 'node_modules', name)), name)
  })

  test('has every library that the server names', async () => {
    const imports = await listImports()
    const runs = /^packages\/(?:server|core|contract|embedded-postgres)\//
    const libraries = imports
      .filter(
        ({ file, target, isType }) => runs.test(file) && !isType && !/^(?:packages\/|node:)/.test(target),
      )
      .map(({ file, target }) => [file.split('/').slice(0, 2).join('/'), target] as const)
    assert.ok(libraries.length > 40, `${libraries.length} imports`)
    for (const [home, names] of Map.groupBy(libraries, ([of]) => of)) {
      const script = [...new Set(names.map(([, name]) => `await import('${name}')`))].join('\n')
      const node = join(installed, 'node_modules/.bin/node')
      await runPlainly(node, ['--input-type=module', '-e', script], join(installed, home))
    }
  })

  test('answers the API', async () => {
    const listed = await call(demo, '/api/v1/offers?userId=ada')
    assert.equal(listed.status, 200)
    assert.ok(Array.isArray(listed.data) && listed.data.length > 0)
    assert.equal((await fetch(`${server.url}/openapi.json`)).status, 200)
  })

  test('serves the dashboard, the wall, the docs and the reference, each with all that it loads', async () => {
    const session = await call(demo, '/api/v1/sessions', { userId: 'ada' })
    const { token } = session.data as { readonly token: string }
    for (const [path, loadsMin] of [
      ['/dashboard', 2],
      [`/wall?session=${token}`, 1],
      ['/docs/', 1],
      ['/docs/publishers', 1],
      ['/docs/reference/', 1],
    ] as const) {
      const loaded = await loadPage(`${server.url}${path}`)
      assert.ok(loaded.length >= loadsMin, `${path} loads ${loaded.join(', ')}`)
      assert.ok(
        loaded.some((file) => file.includes('.js')),
        `a script of ${path}`,
      )
    }
    const script = await (await fetch(`${server.url}/sdk.js`)).text()
    assert.match(script, /quoin/)
  })

  test('knows people: a wrong password is refused by the library that checks it', async () => {
    const answer = await fetch(`${server.url}/dashboard/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
    })
    assert.equal(answer.status, 401, await answer.text())
  })

  test('runs commands beside the server', async () => {
    const words = ['run', '-s', 'quoin', '--', 'apps', 'list']
    const { DATA_DIR = '' } = server.environment
    const listed = await runPlainly('env', [`DATA_DIR=${DATA_DIR}`, 'npm', ...words], installed)
    assert.ok(JSON.parse(listed).length > 0)
  })

  test('builds pages that are missing, as in a clone, and makes the same bytes as the release', async () => {
    const kept = join(folder, 'kept')
    for (const path of built) cpSync(join(installed, path), join(kept, path), { recursive: true })
    for (const path of built) rmSync(join(installed, path), { recursive: true })
    assert.match(await runPlainly('npm', ['run', 'prepare'], installed), /The dashboard is built/)
    assert.deepEqual(contentsOf(installed), contentsOf(kept))
    assert.ok(!existsSync(join(installed, 'node_modules/vite')))
  })
})

async function release(to: string): Promise<void> {
  await runPlainly(process.execPath, ['tools/release.ts', to], sources)
}

/** A page and each file of ours that it names, all of which are there. */
async function loadPage(address: string): Promise<readonly string[]> {
  const page = await fetch(address)
  assert.equal(page.status, 200, address)
  const text = await page.text()
  const named = [...text.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g)]
  const files = named
    .map(([, name = '']) => new URL(name.replaceAll('&amp;', '&'), page.url))
    .filter(({ origin }) => origin === new URL(address).origin)
  for (const file of files) {
    const answer = await fetch(file)
    assert.equal(answer.status, 200, `${address} → ${file}`)
    assert.ok((await answer.arrayBuffer()).byteLength > 0, file.href)
  }
  return files.map(({ pathname }) => pathname)
}

function contentsOf(root: string): Readonly<Record<string, string>> {
  const files = built.flatMap((path) =>
    globSync(`${path}/**/*`, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile()),
  )
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(root.length), readFileSync(path, 'base64')]
    }),
  )
}
