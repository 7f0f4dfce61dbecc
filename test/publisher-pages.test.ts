import assert from 'node:assert/strict'
import { cpSync, globSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { parse } from 'acorn'
import { sidebar } from '../packages/server/src/adapters/docs/pages.ts'
import { testHeaders } from '../packages/sdk/src/webhooks.ts'
import { nativeSecret } from './support/callbacks.ts'
import { type Block, blocksOf, commandsIn, readPage } from './support/doc-blocks.ts'
import { makeProject, packSdk, sdkVersion } from './support/packed-sdk.ts'
import { repository, runProgram } from './support/run-program.ts'
import { startServerProcess } from './support/server-process.ts'
import { openShell } from './support/shell.ts'

/** Every page for publishers: what stands at the side of the documents for them, the errors, and the examples. */
const pages = [
  ...sidebar
    .filter(({ text }) => text === 'Start' || text === 'Publishers')
    .flatMap(({ items }) => items.map(({ link }) => `docs${link}.md`)),
  ...globSync(['docs/errors/*.md', 'examples/**/README.md'], {
    cwd: repository,
    exclude: (path) => /node_modules/.test(path),
  }).toSorted(),
]

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'quoin-pages-'))
const project = join(folder, 'project')
const server = await startServerProcess({ environment: { OUTGOING_ALLOW: '127.0.0.1' } })
/** The variables of `demo env`, and the secret of callbacks. */
let environment: Record<string, string> = {}

before(async () => {
  const shell = openShell(server.environment, { isHasty: true })
  const { text } = await shell.run('npm run -s quoin -- demo env')
  await shell.close()
  const printed = [...text.matchAll(/^export (\w+)='(.*)'$/gm)]
  environment = Object.fromEntries(printed.map(([, name = '', value = '']) => [name, value]))
  assert.ok(environment['API_SECRET']?.startsWith('sk_live_'))
  environment['CALLBACK_SECRET'] = nativeSecret
  const beside = {
    react: 'node_modules/react',
    '@types/react': 'node_modules/@types/react',
    '@types/node': 'node_modules/@types/node',
    standardwebhooks: 'node_modules/standardwebhooks',
  }
  makeProject(project, { packed: packSdk(folder), type: 'module', beside })
  for (const client of ['Quoin.php', 'quoin.py'])
    cpSync(join(repository, 'clients', client), join(project, client))
})
after(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Run = (t: TestContext, page: string, place: number) => Promise<void> | void

const blockAt = (page: string, place: number): Block => blocksOf(page)[place] ?? assert.fail(page)

/** In a shell of its own, with nothing but what `demo env` sets; in a tutorial after the blocks that it goes on from. */
const typeCommands: Run = async (t, page, place) => {
  const before = blocksOf(page).slice(0, place + 1)
  const from = before.findLastIndex(({ goesOn, language }) => language === 'sh' && !goesOn)
  const blocks = before.slice(from).filter(({ language }) => language === 'sh')
  if (blocks.some(({ text }) => text.startsWith('npm ci && npm start')))
    return t.skip('the server of this test')
  const shell = openShell({ ...server.environment, ...environment }, { isHasty: true })
  for (const command of blocks.flatMap(({ text }) => commandsIn(text))) {
    const { code, text } = await shell.run(command)
    assert.equal(code, 0, `${command}\n${text}`)
    if (/^(?:curl -sS?w|offers$)/.test(command))
      assert.equal(JSON.parse(text).success, true, `${command}\n${text}`)
  }
  await shell.close()
}

const programs = {
  js: { file: process.execPath, words: [], extension: 'mjs' },
  php: { file: 'php', words: [], extension: 'php' },
  python: { file: 'python3', words: [], extension: 'py' },
  go: { file: 'go', words: ['run'], extension: 'go' },
} as const

/** A whole program prints offers; a part of one is a module, which readme.test.ts asks. */
const runAs =
  (language: keyof typeof programs): Run =>
  async (t, page, place) => {
    const { file, words, extension } = programs[language]
    const found = await runProgram(file, [language === 'go' ? 'version' : '--version'], {}).catch(
      () => undefined,
    )
    if (found === undefined) return t.skip(`${file} is not installed here`)
    const { text } = blockAt(page, place)
    const path = join(project, `${page.replaceAll(/\W/g, '-')}-${place}.${extension}`)
    writeFileSync(path, text)
    if (/^export /m.test(text)) {
      assert.ok(Object.keys(await import(pathToFileURL(path).href)).length > 0)
      return
    }
    const { code, stdout, stderr } = await runProgram(file, [...words, path], environment, project)
    assert.equal(code, 0, stderr)
    assert.match(stdout.split('\n')[0] ?? '', /: \d+ Coins/)
  }

const tsc = join(repository, 'node_modules/typescript/bin/tsc')

/** Strictly typed in a project that has the packed SDK; what is no part of a page is run there as well. */
const typeCheck: Run = async (_t, page, place) => {
  const { text, language } = blockAt(page, place)
  const name = `${page.replaceAll(/\W/g, '-')}-${place}.${language}`
  writeFileSync(join(project, name), text)
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    moduleDetection: 'force',
    jsx: 'react-jsx',
    types: ['node'],
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [name] }))
  const checked = await runProgram(process.execPath, [tsc, '-p', '.'], {}, project)
  assert.equal(checked.code, 0, checked.stdout)
  if (/sdk\/(?:browser|react)'/.test(text)) return
  const exported = /^export (?:async )?function (\w+)/m.exec(text)?.[1]
  if (exported !== undefined) return await callHandler(name, exported)
  const { code, stderr, stdout } = await runProgram(process.execPath, [name], environment, project)
  assert.equal(code, 0, stderr)
  assert.ok(stdout + stderr !== '')
}

/** A handler of callbacks takes one that is signed, and refuses it with another body. */
async function callHandler(name: string, exported: string): Promise<void> {
  const body = '{"type":"conversion.approved","data":{}}'
  const headers = testHeaders({ body, secret: nativeSecret })
  const call =
    exported === 'POST'
      ? `(body) => POST(new Request('https://site.example', { method: 'POST', body, headers })).then(({ status }) => status)`
      : `async (body) => { try { ${exported}(body, headers); return 200 } catch { return 401 } }`
  const text = `import { ${exported} } from './${name}'
const headers = ${JSON.stringify(headers)}
const call = ${call}
console.error(JSON.stringify([await call('${body}'), await call('{}')]))`
  writeFileSync(join(project, 'call.ts'), text)
  const { stderr } = await runProgram(process.execPath, ['call.ts'], environment, project)
  assert.match(stderr, /^\[200,401\]$/m)
}

/** Its tags are closed, and its scripts are scripts. */
const readHtml: Run = (_t, page, place) => {
  const { text } = blockAt(page, place)
  const open: string[] = []
  for (const [, end = '', tag = ''] of text
    .replaceAll(/<script[^>]*>.*?<\/script>/gs, '')
    .matchAll(/<(\/?)(\w+)/g))
    if (end === '') open.push(tag)
    else assert.equal(open.pop(), tag)
  assert.deepEqual(open, [])
  for (const [, script = ''] of text.matchAll(/<script[^>]*>(.*?)<\/script>/gs))
    parse(script, { ecmaVersion: 'latest', sourceType: 'module' })
}

const readJson: Run = (_t, page, place) => void JSON.parse(blockAt(page, place).text)

const readHttp: Run = (_t, page, place) => {
  const [head = '', body = ''] = blockAt(page, place).text.trimEnd().split('\n\n')
  const [start = '', ...headers] = head.split('\n')
  assert.match(start, /^(?:GET|POST) \/\S* HTTP\/1\.1$/)
  for (const header of headers) assert.match(header, /^[\w-]+: \S/)
  if (/^content-type: application\/json/m.test(head)) JSON.parse(body)
}

/** `text` is what nobody can run: a placeholder, an output, or steps on the reader's machine. */
const runs: Readonly<Record<string, Run>> = {
  sh: typeCommands,
  js: runAs('js'),
  php: runAs('php'),
  python: runAs('python'),
  go: runAs('go'),
  ts: typeCheck,
  tsx: typeCheck,
  html: readHtml,
  json: readJson,
  http: readHttp,
  text: () => {},
}

for (const page of pages)
  describe(page, () => {
    for (const [place, { language, text }] of blocksOf(page).entries())
      test(`block ${place + 1}, ${language}: ${text.split('\n')[0]}`, async (t) => {
        const run = runs[language] ?? assert.fail(`no block of a page for publishers is "${language}"`)
        await run(t, page, place)
      })
  })

test('docs/sdk.md names the file of the package as it is made', () => {
  assert.ok(
    readPage('docs/sdk.md').includes(
      `\`\`\`text\nnpm install https://quoin.example/docs/files/quoin-sdk-${sdkVersion}.tgz\n\`\`\``,
    ),
  )
})
