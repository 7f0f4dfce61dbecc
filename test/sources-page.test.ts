import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { failureCauses, type RunState, runStates, verdicts, waitCauses } from '@quoin/core/sources/source.ts'
import { feedKinds } from '../packages/server/src/feeds/kinds.ts'
import { commandsOf, readPage } from './support/doc-blocks.ts'
import { eventually } from './support/eventually.ts'
import { feedSample } from './support/feed-samples.ts'
import { startEverflow } from './support/feed-servers/everflow.ts'
import type { NetworkOffer } from './support/feed-servers/network-offer.ts'
import { offersOf, type Publisher } from './support/publisher-client.ts'
import { startServerProcess } from './support/server-process.ts'
import { openShell, type Shell } from './support/shell.ts'

const offer: NetworkOffer = {
  id: '1',
  name: 'Quest',
  description: 'Reach level 10.',
  countries: [],
  platforms: [],
  revenue: '2.50',
  goals: [],
  status: 'active',
  isApproved: true,
  restrictions: '',
  link: 'https://trk.lumen.example/5ZS8GM/BP658/',
}

const lumenOffers: readonly NetworkOffer[] = [
  offer,
  { ...offer, id: '2', name: 'Survey', revenue: '0.99' },
  { ...offer, id: '3', name: 'Shop', revenue: '12%' },
  { ...offer, id: '1177', name: 'Bank', restrictions: 'No Incent', revenue: '8.00' },
]

const folder = await mkdtemp(join(tmpdir(), 'quoin-sources-page-'))
const keyFile = join(folder, 'lumen')
const lumen = await startEverflow({ offers: lumenOffers })
await writeFile(keyFile, `${lumen.key}\n`)
/** A feed of any shape. */
const bright = createServer((request, response) => {
  response.statusCode = request.url === `/offers?api_key=${lumen.key}` ? 200 : 401
  response.end(feedSample('cpalead.json'))
})
await new Promise<void>((resolve) => bright.listen(0, '127.0.0.1', resolve))
const brightOrigin = `http://127.0.0.1:${(bright.address() as AddressInfo).port}`
after(async () => {
  bright.closeAllConnections()
  bright.close()
  await lumen.close()
  await rm(folder, { recursive: true })
})

interface ListedRun {
  readonly id: number
  readonly state: RunState
}

/** The run that a command of the page is about; its number there is any. */
async function runFor(shell: Shell, verb: string): Promise<number> {
  const { text } = await shell.run('npm run -s quoin -- sources runs lumen')
  const runs = JSON.parse(text) as readonly ListedRun[]
  const state = { apply: 'waiting', discard: 'waiting', undo: 'applied' }[verb]
  // The oldest that counts is the one that brought the offers.
  const run = runs.findLast((one) => state === undefined || one.state === state)
  assert.ok(run, `${verb}: ${text}`)
  return run.id
}

/** A command as it is typed here: with the key, the network and the run of this test. */
async function typed(shell: Shell, command: string): Promise<string> {
  const here = command
    .replace('/srv/keys/lumen', keyFile)
    .replace(/(sources create lumen .*)$/, `$1 --set api_host=${lumen.origin}`)
    .replace('/srv/keys/bright', keyFile)
    .replace('/srv/mappings', folder)
    .replace('https://feed.bright.example', brightOrigin)
  const [, verb = ''] = /sources (offers|apply|discard|undo) \d+/.exec(here) ?? []
  return verb === '' ? here : here.replace(/\d+/, String(await runFor(shell, verb)))
}

async function stateOf(shell: Shell): Promise<RunState | undefined> {
  const { text } = await shell.run('npm run -s quoin -- sources runs lumen --limit 1')
  return (JSON.parse(text) as readonly ListedRun[])[0]?.state
}

/** Runs a command once the server has let go of the source. */
async function runOnceFree(shell: Shell, command: string): Promise<Awaited<ReturnType<Shell['run']>>> {
  for (;;) {
    const ended = await shell.run(command)
    if (!ended.text.includes('A run of the source is under way')) return ended
  }
}

async function pull(shell: Shell): Promise<number> {
  return (await runOnceFree(shell, 'npm run -s quoin -- sources pull lumen')).code
}

/** Changes at the network before a command. */
const before: readonly (readonly [RegExp, (shell: Shell) => Promise<void>])[] = [
  [/sources runs/, (shell) => eventually(() => stateOf(shell), 'waiting')],
  [
    /sources discard/,
    async (shell) => {
      lumen.offers = lumenOffers.map((one) => ({ ...one, revenue: '9.00' }))
      assert.equal(await pull(shell), 2, 'prices have moved')
    },
  ],
  [
    /sources undo/,
    async () => {
      lumen.offers = lumenOffers
    },
  ],
]

/** The offers of the network that users see after a command, by name. */
const listedAfter: readonly (readonly [RegExp, readonly string[]])[] = [
  [/sources create lumen/, []],
  [/sources offers/, []],
  [/sources apply/, ['Quest', 'Survey']],
  [/sources discard/, ['Quest', 'Survey']],
  [/sources undo/, []],
  [/sources update .*--key-file/, ['Quest', 'Survey']],
]

async function listedOf(publisher: Publisher): Promise<readonly string[]> {
  const listed = (await offersOf(publisher, 'reader-of-the-page')).map(({ name }) => name)
  const names = lumenOffers.map(({ name }) => name)
  return listed.filter((name) => names.some((one) => name.startsWith(one))).sort()
}

test('docs/sources.md: every command in it works, from a key to listed offers and back', async () => {
  const server = await startServerProcess({ environment: { OUTGOING_ALLOW: '127.0.0.1' } })
  const demo = JSON.parse(await readFile(join(server.dataDir, 'demo.json'), 'utf8'))
  const publisher = { ...demo, baseUrl: server.url }
  const shell = openShell(server.environment, { isHasty: true })
  for (const command of commandsOf('docs/sources.md')) {
    for (const [about, act] of before) if (about.test(command)) await act(shell)
    const { code, text } = await runOnceFree(shell, await typed(shell, command))
    assert.equal(code, 0, `${command}\n${text}`)
    JSON.parse(text)
    const expected = listedAfter.find(([about]) => about.test(command))?.[1]
    if (expected !== undefined) await eventually(() => listedOf(publisher), expected)
    if (command.includes('offers list')) assert.match(text, /"payout": "1.75"[^}]*"revenue": "2.5"/)
  }
  await shell.close()
})

test('docs/sources.md names every state, cause and verdict in a table', () => {
  const page = readPage('docs/sources.md')
  for (const word of [...runStates, ...waitCauses, ...failureCauses, ...verdicts])
    assert.match(page, new RegExp(`^\\|.*\`${word}\`.*\\|`, 'm'), word)
})

test('docs/sources.md has a section for each kind, with its settings and its pace', () => {
  const page = readPage('docs/sources.md')
  for (const { title, settings, pace } of feedKinds) {
    const section = page.split(/^### /m).find((text) => text.startsWith(`${title}\n`)) ?? ''
    for (const { name } of settings) assert.ok(section.includes(`\`${name}\``), `${title}: ${name}`)
    assert.ok(section.includes(`a run each ${pace.runsSec / 60} minutes at most`), `${title}: its pace`)
  }
})
