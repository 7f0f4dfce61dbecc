import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { operations } from '@quoin/contract/operations.ts'
import { systemOperations } from '@quoin/contract/system-operations.ts'
import { offerColumnNames } from '@quoin/core/offers/offer-fields.ts'
import { printedDocs, renewPage } from '../packages/server/tools/print-docs.ts'
import { linkKeyOf, openLinkSigner } from '../packages/server/src/features/tracking/sign-links.ts'
import { testKeyring } from './support/callbacks.ts'
import { createEmptyDatabase } from './support/database.ts'
import { blocksOf, commandsOf, pages, readPage } from './support/doc-blocks.ts'
import { offersOf } from './support/publisher-client.ts'
import { repository, runProgram, runQuoin } from './support/run-program.ts'
import { startS3Server } from './support/s3/s3-server.ts'
import { startServerProcess } from './support/server-process.ts'
import { openShell, type Printed, type Shell } from './support/shell.ts'

/** A command of the docs that is not typed into the shell as it stands, and what stands for it. */
interface StandIn {
  readonly command: RegExp
  readonly by:
    | 'the server of this test'
    | 'CI'
    | 'a test below'
    | 'test/sources-page.test.ts'
    | 'hand: it takes many minutes'
}

const standIns: readonly StandIn[] = [
  { command: /^npm ci && npm start$/, by: 'the server of this test' },
  { command: /^npm ci && npm test$/, by: 'CI' },
  { command: /^npm (ci|test|test -- \S+|run (check|fix|docs:print|test:slow))$/, by: 'CI' },
  { command: /^export (DATABASE_URL|QUOIN_SECRET)=/, by: 'a test below' },
  { command: /^npm start$/, by: 'a test below' },
  { command: /^git pull$/, by: 'CI' },
  {
    command: /^npm run (faults:long|cluster|cluster:trial|bench)\b|^FAULTS=long /,
    by: 'hand: it takes many minutes',
  },
  // On a pair of servers, in test/faults/restart.test.ts.
  { command: /^npm run quoin -- database accept$/, by: 'CI' },
  {
    command: /^export (BACKUP_PASSPHRASE|AWS_\w+)=|^npm run -s quoin -- (backup|restore|move) /,
    by: 'a test below',
  },
  // They ask a network, which that test has.
  {
    command: /^npm run -s quoin -- (sources |networks create lumen |offers list --network lumen)/,
    by: 'test/sources-page.test.ts',
  },
  // On a restored server, in test/backup-erasures.test.ts.
  { command: /^npm start -- --accept$/, by: 'CI' },
]

/** One running server with demo data, for all pages. */
const server = await startServerProcess()

function isTyped(command: string): boolean {
  return !standIns.some((standIn) => standIn.command.test(command))
}

/** Requests that a busy server asks to send again are sent again, for a minute. */
async function runAgain(shell: Shell, command: string): Promise<Printed> {
  for (let tries = 1; ; tries += 1) {
    const result = await shell.run(command)
    if (tries === 60 || !result.text.includes('The service is busy. Please try again.')) return result
    await delay(1_000)
  }
}

/** Types a page's commands into a shell; each must end well and print what its kind prints. */
async function follow(page: string, shell: Shell): Promise<Printed[]> {
  const printed: Printed[] = []
  for (const command of commandsOf(page).filter(isTyped)) {
    const result = await runAgain(shell, command)
    assert.equal(result.code, 0, `${page}: ${command}\n${result.text}`)
    if (/^(curl -sS?w|api |offers$)/.test(command)) assertSuccess(result)
    if (/^npm run -s quoin -- (?!demo|settings|.*--help)/.test(command)) JSON.parse(result.text)
    printed.push(result)
  }
  return printed
}

interface Envelope {
  readonly success: boolean
  readonly data: unknown
  readonly meta: { readonly request_id: string }
}

function assertSuccess({ command, text }: Printed): void {
  const { success, meta }: Envelope = JSON.parse(text)
  assert.equal(success, true, `${command}\n${text}`)
  assert.match(meta.request_id, /^req_/)
}

/** The data of the nth answer to commands that match. */
function dataOf<T>(printed: readonly Printed[], command: RegExp, nth = 0): T {
  const { text } = printed.filter((result) => command.test(result.command))[nth] ?? { text: '{}' }
  return (JSON.parse(text) as { data: T }).data
}

test('the tour of the README: list, follow, report, report again, and the offer is gone', async () => {
  const shell = openShell(server.environment)
  const printed = await follow('README.md', shell)
  type Offers = readonly { offer_id: number }[]
  type Reported = { conversion_id: string; status: string; duplicate: boolean }

  const [first] = dataOf<Offers>(printed, /^offers$/, 0)
  const wentTo = printed.find(({ command }) => command === 'echo "$WENT_TO"')?.text
  assert.match(wentTo ?? '', /^https:\/\/\S+click_id=[0-9a-f-]{36}/)
  const once = dataOf<Reported>(printed, /POSTBACK_URL/, 0)
  const again = dataOf<Reported>(printed, /POSTBACK_URL/, 1)
  assert.deepEqual([once.status, once.duplicate], ['approved', false])
  assert.deepEqual(again, { ...once, duplicate: true })
  const [next] = dataOf<Offers>(printed, /^offers$/, 1)
  assert.ok(first && next && next.offer_id !== first.offer_id, 'another offer leads the list')
  const listed = await offersOf(await credentialsIn(shell), 'ada')
  assert.ok(!listed.some(({ offer_id }) => offer_id === first.offer_id), 'the offer is gone')

  const risk = dataOf<object>(printed, /^api \/api\/v1\/fingerprint/)
  assert.deepEqual(Object.keys(risk), ['is_blocked', 'risk_score', 'is_multi_accounting'])
  const claim = dataOf<{ conversion_id: string; status: string }>(printed, /^api \/v1\/conversions/)
  assert.equal(claim.status, 'pending')
  assert.match(dataOf<{ token: string }>(printed, /^api \/api\/v1\/sessions/).token, /^qs_/)
  const claims = printed.find(({ command }) => command.endsWith('claims list'))
  assert.ok(claims?.text.includes(claim.conversion_id))
  await shell.close()
})

async function credentialsIn(shell: Shell): Promise<{ baseUrl: string; apiKey: string; apiSecret: string }> {
  const { text } = await shell.run('echo "$BASE_URL $API_KEY $API_SECRET"')
  const [baseUrl = '', apiKey = '', apiSecret = ''] = text.split(' ')
  return { baseUrl, apiKey, apiSecret }
}

test('the README on a database of your own: the server and the commands meet there', async () => {
  const commands = commandsOf('README.md')
  const from = commands.findIndex((command) => command.startsWith('export DATABASE_URL='))
  const database = await createEmptyDatabase()
  const shell = openShell({ DATA_DIR: server.dataDir })
  let own: Awaited<ReturnType<typeof startServerProcess>> | undefined
  const printed: Printed[] = []
  for (const command of commands.slice(from)) {
    if (command === 'npm start') {
      const { text } = await shell.run('echo "$DATABASE_URL $QUOIN_SECRET"')
      const [DATABASE_URL = '', QUOIN_SECRET = ''] = text.split(' ')
      own = await startServerProcess({ environment: { DATABASE_URL, QUOIN_SECRET } })
      continue
    }
    const result = await shell.run(command.replace(/postgres:\/\/\S+/, database.url))
    assert.equal(result.code, 0, `${command}\n${result.text}`)
    printed.push(result)
  }
  const jsonOf = (word: string) =>
    JSON.parse(printed.find(({ command }) => command.includes(word))?.text ?? '{}')
  assert.equal(jsonOf('offers import').refused, 0)
  const offers = await offersOf({ baseUrl: own?.url ?? '', ...jsonOf('apps create').live }, 'u')
  assert.ok(offers.length > 0)
  assert.equal(JSON.stringify(offers).includes('"currency":"Coins"'), true)
  await own?.stop()
  await shell.close()
})

for (const page of pages.filter((name) => name !== 'README.md' && commandsOf(name).some(isTyped))) {
  test(`${page}: every command in it works`, async () => {
    const shell = openShell(server.environment, { isHasty: true })
    await shell.run('eval "$(npm run -s quoin -- demo env)"')
    await follow(page, shell)
    await shell.close()
  })
}

const ownDatabase = 'postgres://quoin@db.example/quoin'

function backUpCommands(): string[] {
  return commandsOf('docs/back-up.md').filter((command) => /^(export|npm) /.test(command))
}

test('docs/back-up.md: a backup and a folder go into a database of one’s own, where Quoin goes on', async () => {
  const before = await startServerProcess()
  const folder = dirname(before.dataDir)
  const backups = join(folder, 'quoin-backups')
  const demo = JSON.parse(await readFile(join(before.dataDir, 'demo.json'), 'utf8'))
  const environment = { ...before.environment, BACKUP_PASSPHRASE: 'long words of a test' }
  const made = await runQuoin(['backup', backups, '--max-rate', '0'], environment)
  assert.equal(made.code, 0, made.stderr)
  await before.stop()
  const QUOIN_SECRET = (await readFile(join(before.dataDir, 'secret'), 'utf8')).trim()
  const commands = backUpCommands().filter((command) => command.includes(ownDatabase))
  assert.equal(commands.length, 2)
  for (const command of commands) {
    const { url } = await createEmptyDatabase()
    // A restore gets a folder of its own; a move goes on in the one that it left.
    const dataDir = command.includes('restore') ? join(folder, 'restored-data') : before.dataDir
    const shell = openShell({ ...environment, DATA_DIR: dataDir }, { cwd: repository })
    const here = command.replace('/srv/quoin-backups', backups).replace(ownDatabase, url)
    const { code, text } = await shell.run(here)
    assert.equal(code, 0, `${command}: ${text}`)
    await shell.close()
    const after = await startServerProcess({ dataDir, environment: { DATABASE_URL: url, QUOIN_SECRET } })
    assert.ok((await offersOf({ ...demo, baseUrl: after.url }, 'u')).length > 0)
    await after.stop()
  }
})

test('docs/back-up.md: the backup restores everything', async () => {
  const before = await startServerProcess()
  const folder = dirname(before.dataDir)
  const s3 = await startS3Server({
    bucket: 'example-backups',
    region: 'eu-central-1',
    accessKeyId: 'AKIAEXAMPLE',
    secretAccessKey: 'the secret of that key',
  })
  const shell = openShell({ ...before.environment, AWS_ENDPOINT_URL: s3.url }, { cwd: repository })
  const demo = JSON.parse((await shell.run(`cat ${before.dataDir}/demo.json`)).text)
  const offersBefore = await offersOf(demo, 'u')
  const commands = backUpCommands().filter(
    (command) => !command.includes(ownDatabase) && !command.includes('--accept'),
  )
  assert.equal(commands.length, 13)
  for (const command of commands) {
    const here = command
      .replace('/srv/quoin-backups', join(folder, 'quoin-backups'))
      .replace(/data-(restored|from-s3)/, (name) => join(folder, name))
    const { code, text } = await shell.run(here)
    assert.equal(code, 0, `${command}: ${text}`)
  }
  await before.stop()
  const after = await startServerProcess({ dataDir: join(folder, 'data-restored') })
  const offersAfter = await offersOf({ ...demo, baseUrl: after.url }, 'u')
  assert.deepEqual(
    offersAfter.map(({ offer_id }) => offer_id),
    offersBefore.map(({ offer_id }) => offer_id),
  )
  await after.stop()
  await shell.close()
  await s3.close()
})

interface Interpreter {
  readonly file: string
  readonly words?: readonly string[]
  readonly extension: string
}

const interpreters: Readonly<Record<string, Interpreter>> = {
  js: { file: process.execPath, extension: 'mjs' },
  php: { file: 'php', extension: 'php' },
  python: { file: 'python3', extension: 'py' },
  go: { file: 'go', words: ['run'], extension: 'go' },
}
for (const page of pages) {
  for (const [place, { language, text }] of blocksOf(page).entries()) {
    const interpreter = interpreters[language]
    // A part of a program has nothing to call; it is read in the next test.
    if (interpreter === undefined || !text.includes('API_KEY')) continue
    test(`${page}: the ${language} example lists offers`, async (t) => {
      const { file: program, words = [] } = interpreter
      const hasIt = await runProgram(program, [program === 'go' ? 'version' : '--version'], {}).catch(
        () => undefined,
      )
      if (hasIt === undefined) return t.skip(`${program} is not installed here`)
      const shell = openShell(server.environment, { isHasty: true })
      await shell.run('eval "$(npm run -s quoin -- demo env)"')
      const { baseUrl, apiKey, apiSecret } = await credentialsIn(shell)
      await shell.close()
      const file = join(dirname(server.dataDir), `example-${place}.${interpreter.extension}`)
      await writeFile(file, text)
      const environment = { BASE_URL: baseUrl, API_KEY: apiKey, API_SECRET: apiSecret }
      const { code, stdout, stderr } = await runProgram(program, [...words, file], environment)
      assert.equal(code, 0, stderr)
      assert.match(stdout.split('\n')[0] ?? '', /: \d+ Coins, http:\/\/localhost:\d+\/track\?offerId=/)
    })
  }
}

test('the parts of programs in the docs are modules, and the signature of links is the one of the service', async () => {
  const parts = pages
    .flatMap(blocksOf)
    .filter(({ language, text }) => language === 'js' && !text.includes('API_KEY'))
  const exported: Record<string, unknown> = {}
  for (const [place, { text }] of parts.entries()) {
    const file = join(dirname(server.dataDir), `part-${place}.mjs`)
    await writeFile(file, text)
    Object.assign(exported, await import(pathToFileURL(file).href))
  }
  const { signedLink } = exported
  assert.ok(typeof signedLink === 'function')
  const shown = { apiKey: 'pk_live_x', offerId: 7, userId: 'üser 1', subId: 'a&b' }
  const app = { id: 1, linkKeyVersion: 1 }
  const link = signedLink('https://t.example/track', linkKeyOf({ keyring: testKeyring }, app), shown)
  const signature = openLinkSigner({ keyring: testKeyring }, app)(shown)
  assert.equal(new URL(String(link)).searchParams.get('sig'), signature)
})

test('the JSON examples of the docs are JSON', () => {
  const examples = pages.flatMap(blocksOf).filter(({ language }) => language === 'json')
  assert.ok(examples.length > 0)
  for (const { text } of examples) JSON.parse(text)
})

test('the printed parts of the docs are those of the code', () => {
  for (const page of printedDocs)
    assert.equal(renewPage(readPage(page)), readPage(page), 'run: npm run docs:print')
})

test('the README names every endpoint of the contract', () => {
  const readme = readPage('README.md')
  for (const { method, path, aliases = [] } of operations) {
    for (const each of [path, ...aliases]) assert.ok(readme.includes(`${each}\``), `${method} ${each}`)
  }
})

test('the docs name every metric of our own, and no other', async () => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const served = [...metrics.matchAll(/^# TYPE (quoin_\w+)/gm)].map(([, name = '']) => name)
  const own = served.filter((name) => !/^quoin_(nodejs|process)_/.test(name))
  const named = [...readPage('docs/watch.md').matchAll(/`(quoin_\w+)`/g)].map(([, name = '']) => name)
  assert.deepEqual([...new Set(named)].sort(), own.sort())
})

test('the docs name every column of an offer file', () => {
  const page = readPage('docs/networks.md')
  for (const column of offerColumnNames)
    assert.match(page, new RegExp(`^\\|.*\`${column}\`.*\\|`, 'm'), column)
})

test('every link between pages leads somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...readPage(page).matchAll(/\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g)]
      .map(([, path = '', anchor = '']) => ({ path, anchor }))
      .filter(({ path, anchor }) => !leadsSomewhere(page, path, anchor))
      .map(({ path, anchor }) => `${page} → ${path}${anchor}`),
  )
  assert.deepEqual(broken, [])
})

function leadsSomewhere(page: string, path: string, anchor: string): boolean {
  if (path.startsWith('/')) return systemOperations.some((served) => served.path === path)
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(repository, target))) return false
  return anchor === '' || headingsOf(target).includes(anchor.slice(1))
}

/** As the usual forges make anchors of headings. */
function headingsOf(page: string): string[] {
  const headings = [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}
