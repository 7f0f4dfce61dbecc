import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { repository, runProgram } from './support/run-program.ts'
import { startServerProcess } from './support/server-process.ts'

const bin = join(repository, 'packages/server/bin')

/** Writes each file that is loaded into the file that LOADED names. */
const listing = `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync } from 'node:fs'
  import module from 'node:module'
  module.registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) appendFileSync(process.env.LOADED, url + '\\n')
      return next(url, context)
    },
  })`)}`

async function withList<T>(run: (list: string) => Promise<T>): Promise<{ result: T; loaded: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-loaded-'))
  try {
    const list = join(folder, 'loaded')
    const result = await run(list)
    const urls = (await readFile(list, 'utf8')).trim().split('\n')
    return { result, loaded: urls.map((url) => fileURLToPath(url).slice(repository.length)) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Some are megabytes, and most processes need none of them before somebody asks. */
const onDemand = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  '@napi-rs',
  '@scalar',
  '@streamparser',
  '@xmldom',
  'ajv',
  'aws4fetch',
  'better-auth',
  'csv-parse',
  'ioredis',
  'kysely',
  'nodemailer',
  'typebox',
]

/** The failure lists everything else that a start loads. */
const filesMax = 1_710

test('a start loads no library that it may never need, and no more files than today', async () => {
  const { loaded } = await withList(async (list) => {
    const program = ['--import', listing, join('packages', 'server', 'bin', 'quoin.js'), 'serve']
    const server = await startServerProcess({ program, environment: { LOADED: list, DEMO_MONTH: 'off' } })
    await server.stop()
  })
  const early = loaded.slice(
    0,
    loaded.findIndex((path) => path.endsWith('server/src/boot/serve.ts')),
  )
  const packages = new Set(
    loaded.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(path)?.[1] ?? []),
  )
  const needless = [...packages].filter((name) =>
    onDemand.some((one) => name === one || name.startsWith(`${one}/`)),
  )
  assert.deepEqual(needless, [])
  assert.ok(
    loaded.length > 500 && loaded.length <= filesMax,
    `${loaded.length} files, ${packages.size} packages`,
  )
  // PostgreSQL starts beside the rest: whatever comes before keeps it waiting.
  assert.ok(early.length > 20 && early.length <= 160, `${early.length} files before the rest is loaded`)
  assert.ok(early.some((path) => path.endsWith('embedded-postgres/src/embedded-postgres.ts')))
  assert.ok(!early.some((path) => /node_modules\/fastify|store\/index\.ts/.test(path)))
})

test('our own files are found where Node would look for them', async () => {
  const load = async (...hooks: string[]) => {
    const serve = pathToFileURL(join(repository, 'packages/server/src/boot/serve.ts')).href
    const { loaded } = await withList(async (list) => {
      const words = [...hooks.flatMap((hook) => ['--import', hook]), '--input-type=module']
      const ended = await runProgram(process.execPath, [...words, '-e', `await import('${serve}')`], {
        LOADED: list,
      })
      assert.equal(ended.code, 0, ended.stderr)
    })
    return loaded.toSorted()
  }
  const ours = await load(listing, pathToFileURL(join(bin, 'find-own-files.js')).href)
  const nodes = await load(listing)
  const withoutHook = (paths: readonly string[]) =>
    paths.filter((path) => !path.endsWith('find-own-files.js'))
  assert.ok(nodes.length > 500)
  assert.deepEqual(withoutHook(ours), nodes)
})
