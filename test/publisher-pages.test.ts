import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sidebar } from '../packages/server/src/adapters/docs/pages.ts'
import { type Block, blocksOf, commandsIn } from './support/doc-blocks.ts'
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
    exclude: ['**/node_modules/**'],
  }).toSorted(),
]

/** A block that begins the work of a tutorial is done by this test itself. */
const begins = /^npm ci && npm start$/m

interface Program {
  readonly file: string
  readonly words?: readonly string[]
  readonly extension: string
}

const programs: Readonly<Record<string, Program>> = {
  js: { file: process.execPath, extension: 'mjs' },
  php: { file: 'php', extension: 'php' },
  python: { file: 'python3', extension: 'py' },
  go: { file: 'go', words: ['run'], extension: 'go' },
}

describe('the blocks of the pages for publishers, each alone', async () => {
  // The demo's app of an address of this machine; an endpoint of a page is only set up, never called.
  const server = await startServerProcess({ environment: { OUTGOING_ALLOW: '127.0.0.1' } })
  const folder = mkdtempSync(join(tmpdir(), 'quoin-pages-'))
  let environment: Record<string, string> = {}
  before(async () => {
    const shell = openShell(server.environment, { isHasty: true })
    const { text } = await shell.run('npm run -s quoin -- demo env')
    await shell.close()
    environment = Object.fromEntries(
      [...text.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
    )
    assert.deepEqual(Object.keys(environment), [
      'BASE_URL',
      'TRACK_URL',
      'POSTBACK_URL',
      'API_KEY',
      'API_SECRET',
    ])
  })
  after(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** In a shell of its own, after the blocks that it goes on from. */
  async function type(blocks: readonly Block[]): Promise<void> {
    const shell = openShell({ ...server.environment, ...environment }, { isHasty: true })
    for (const command of blocks.flatMap(({ text }) => commandsIn(text))) {
      const { code, text } = await shell.run(command)
      assert.equal(code, 0, `${command}\n${text}`)
      if (/^curl -sw|^offers$/.test(command)) assert.equal(JSON.parse(text).success, true, `${command}\n${text}`)
    }
    await shell.close()
  }

  for (const page of pages)
    for (const [place, block] of blocksOf(page).entries()) {
      const { language, text } = block
      const title = `${page}, block ${place + 1} (${language}): ${text.split('\n')[0]}`
      if (language === 'sh')
        test(title, async (t) => {
          if (begins.test(text)) return t.skip('the server of this test')
          await type(chainOf(page, place))
        })
      else if (language === 'json' || language === 'http') test(title, () => readBody(block))
      else if (language !== 'text') test(title, async (t) => await (runners[language] ?? refuse)(t, page, place))
    }
})
