import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Settings, readSettings, withAddresses } from '../packages/server/src/settings/config.ts'
import { printWelcome } from '../packages/server/src/boot/welcome.ts'
import { repository, runProgram } from './support/run-program.ts'

test('npm start without npm ci says what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-not-installed-'))
  const bin = join('packages', 'server', 'bin')
  await mkdir(join(folder, bin), { recursive: true })
  await cp(join(repository, bin), join(folder, bin), { recursive: true })
  await cp(join(repository, 'package.json'), join(folder, 'package.json'))
  const ended = await runProgram('npm', ['start', '--silent'], {}, folder)
  await rm(folder, { recursive: true })
  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /The packages of Quoin are not installed here\. Install them first: npm ci\n/)
  assert.doesNotMatch(ended.stderr, /ERR_MODULE_NOT_FOUND/)
})

/** The files that a call loads before it does anything. */
async function loadedFor(words: readonly string[]): Promise<string[]> {
  const program = pathToFileURL(join(repository, 'packages/server/src/cli/program.ts')).href
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })
    const { buildProgramFor } = await import(${JSON.stringify(program)})
    await buildProgramFor(${JSON.stringify(words)})`
  const ended = await runProgram(process.execPath, ['--input-type=module', '-e', script], {})
  assert.equal(ended.code, 0, ended.stderr)
  return ended.stdout.trim().split('\n')
}

test('a command loads its own group and neither the server nor the other groups', async () => {
  const loaded = await loadedFor(['audit', 'list'])
  const groups = loaded.flatMap((url) => /cli\/commands\/\w+\/([\w-]+)-commands\.ts$/.exec(url)?.[1] ?? [])
  assert.deepEqual(groups, ['audit'])
  const heavy = loaded.filter((url) => /fastify|prom-client|maxmind|scalar|boot\/serve\.ts/.test(url))
  assert.deepEqual(heavy, [])
})

test('serve, settings and --version load no group of commands', async () => {
  for (const words of [['serve'], ['settings'], ['--version']]) {
    const groups = (await loadedFor(words)).filter((url) => /-commands\.ts$/.test(url))
    assert.deepEqual(groups, [], words.join(' '))
  }
})

const settings: Settings = withAddresses(readSettings({}), 8080)
const demo = {
  credentials: {
    baseUrl: 'http://localhost:8080',
    trackUrl: '',
    postbackUrl: '',
    apiKey: 'pk_live_shown',
    apiSecret: 'sk_live_shown',
  },
  isNew: true,
}

const setUp = { link: 'http://localhost:8080/dashboard/link#once', file: 'data/set-up-link.txt' }

test('new demo credentials and the set-up link are printed on a terminal, and never into a log', () => {
  const onTerminal = printWelcome({ settings, demo, setUp, appsCount: 1, isTerminal: true })
  assert.ok(onTerminal.includes('sk_live_shown'))
  assert.ok(onTerminal.includes(setUp.link))
  const inLog = printWelcome({ settings, demo, setUp, appsCount: 1, isTerminal: false })
  assert.ok(!/[sp]k_live_/.test(inLog), inLog)
  assert.ok(!inLog.includes('#once'))
  assert.match(inLog, /set-up-link\.txt/)
  assert.match(inLog, /demo env/)
})
