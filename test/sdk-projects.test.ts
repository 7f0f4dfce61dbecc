import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { parse } from 'acorn'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { makeProject, packSdk, sdkVersion } from './support/packed-sdk.ts'
import { repository, runProgram } from './support/run-program.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'quoin-projects-'))
const ofWrong = createRequire(createRequire(import.meta.url).resolve('@arethetypeswrong/core'))
/** The one of this repository, and an older one that publishers have. */
const compilers = {
  'TypeScript 7': join(repository, 'node_modules/typescript/bin/tsc'),
  'TypeScript 5.6': join(ofWrong.resolve('typescript/package.json'), '../bin/tsc'),
} as const
const react18 = 'packages/react-18/node_modules'
const reacts = {
  'React 18': {
    react: `${react18}/react`,
    'react-dom': `${react18}/react-dom`,
    '@types/react': `${react18}/@types/react`,
  },
  'React 19': {
    react: 'node_modules/react',
    'react-dom': 'node_modules/react-dom',
    '@types/react': 'node_modules/@types/react',
  },
} as const
type ReactName = keyof typeof reacts
const reactNames = Object.keys(reacts) as readonly ReactName[] // its keys are these

/** Every entry, used as its page says, with a mistake in each that must be found. */
const typed = `import { Quoin, RateLimitError, type Offer } from '@quoin/sdk'
import { mountWall, type Wall } from '@quoin/sdk/browser'
import { QuoinWall } from '@quoin/sdk/react'
import { verifyClassic, verifyWebhook, type CallbackEvent } from '@quoin/sdk/webhooks'

const quoin = new Quoin({ baseUrl: 'https://quoin.example', apiKey: undefined })
export const offers: AsyncGenerator<Offer> = quoin.offers.all({ userId: 'u' })
export const event: CallbackEvent = verifyWebhook('{}', {}, ['one', 'two'], { toleranceSec: 300 })
export const isRight: boolean = verifyClassic('wannads', { query: {} }, 'secret')
export const wall = (): Wall => mountWall('#earn', { baseUrl: 'https://quoin.example', theme: 'dark' })
export const component = <QuoinWall baseUrl="https://quoin.example" session="qs_" onReward={({ amount }) => amount.toFixed()} />
export const waitMs = (error: unknown): number => (error instanceof RateLimitError ? error.retryAfterMs : 0)
export const requestIds = async (id: string, goal: string | undefined): Promise<string[]> => {
  const { data, meta } = await quoin.conversions.get(id)
  const updated: number = data.updated_at + (data.history[0]?.changed_at ?? 0) + data.callbacks.length
  const listed = await quoin.conversions.list({ clickId: 'c', subId: undefined, goal, status: 'approved' })
  const claim = await quoin.conversions.create({ userId: 'u', offerId: 1, goal, amount: 1.5 })
  return [meta.request_id, listed.meta.request_id, claim.meta.request_id, String(updated + meta.timestamp)]
}
export const isUpdated = event.type === 'conversion.updated'
// @ts-expect-error there is no such status
quoin.conversions.list({ status: 'paid' })
// @ts-expect-error a conversion as it stands has no source
export const source = async () => (await quoin.conversions.get('c')).data.source
// @ts-expect-error the user is missing
quoin.offers.list({})
// @ts-expect-error there is no such theme
mountWall('#earn', { baseUrl: '', theme: 'blue' })
// @ts-expect-error there is no such dialect
verifyClassic('none', { query: {} }, 'secret')
// @ts-expect-error the address is missing
export const wrong = <QuoinWall session="qs_" />
`

/** How projects resolve modules; in CommonJS the same imports are compiled to `require`. */
const ways = {
  'nodenext, modules': { type: 'module', module: 'nodenext', moduleResolution: 'nodenext' },
  'nodenext, CommonJS': { type: 'commonjs', module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { type: 'module', module: 'esnext', moduleResolution: 'bundler' },
} as const

/** The declarations of the SDK itself are checked, and no types are there by themselves. */
const strict = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: 'es2022',
  jsx: 'react-jsx',
  types: [],
} as const

describe('the packed SDK in projects of others', () => {
  let packed: string
  before(() => {
    packed = packSdk(folder)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const project = (name: string, react: ReactName, type: 'module' | 'commonjs' = 'module'): string => {
    const home = join(folder, name.replaceAll(/\W+/g, '-'))
    makeProject(home, { packed, type, beside: reacts[react] })
    return home
  }

  test('is named by its version, and holds code, types and the licence alone', () => {
    assert.equal(packed, join(folder, `quoin-sdk-${sdkVersion}.tgz`))
    const files = String(execFileSync('tar', ['-tzf', packed]))
      .trim()
      .split('\n')
    assert.deepEqual(
      files.filter((file) => !/^package\/(?:dist\/[\w-]+\.c?js|dist\/types\/[\w/-]+\.d\.c?ts)$/.test(file)),
      ['package/LICENSE', 'package/package.json', 'package/README.md'].filter((file) => files.includes(file)),
    )
    assert.ok(files.includes('package/LICENSE') && files.includes('package/README.md'))
  })

  test('publint finds nothing', async () => {
    const { buffer } = new Uint8Array(readFileSync(packed))
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true })
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    )
  })

  test('the types are right for each way to load them', async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(packed))))
    assert.ok(result.types !== false, 'it has types')
    // The resolution of Node 10 reads no entries; TypeScript 7 has it no more.
    const problems = result.problems.filter(
      (problem) => !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    )
    assert.deepEqual(problems, [])
  })

  for (const react of reactNames)
    for (const [way, { type, ...resolution }] of Object.entries(ways))
      test(`strict types: ${react}, ${way}`, async () => {
        const home = project(`${react} ${way}`, react, type)
        writeFileSync(join(home, 'typed.tsx'), typed)
        const config = { compilerOptions: { ...strict, ...resolution }, files: ['typed.tsx'] }
        writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(config))
        for (const [name, compiler] of Object.entries(compilers)) {
          const { code, stdout } = await runProgram(process.execPath, [compiler, '-p', '.'], {}, home)
          assert.equal(code, 0, `${name}: ${stdout}`)
        }
      })

  for (const react of reactNames) {
    const rendered = `console.log(renderToString(createElement(QuoinWall, { baseUrl: 'https://quoin.example', session: 'qs_' })), version)`
    const programs = {
      'program.mjs': `import { createElement, version } from 'react'\nimport { renderToString } from 'react-dom/server'\nimport { QuoinWall } from '@quoin/sdk/react'\n${rendered}`,
      'program.cjs': `const { createElement, version } = require('react')\nconst { renderToString } = require('react-dom/server')\nconst { QuoinWall } = require('@quoin/sdk/react')\n${rendered}`,
    }
    for (const [file, text] of Object.entries(programs))
      test(`${react} renders the wall on a server (${file})`, async () => {
        const home = project(`${react} ${file}`, react)
        writeFileSync(join(home, file), text)
        const { stdout, stderr } = await runProgram(process.execPath, [file], {}, home)
        const [html = '', version = ''] = stdout.trim().split(' ')
        assert.equal(html, '<div></div>', stderr)
        assert.ok(version.startsWith(`${react.split(' ')[1]}.`), version)
      })
  }

  test('a program in CommonJS has all that the modules export', async () => {
    const home = project('exports', 'React 19')
    const entries = ['@quoin/sdk', '@quoin/sdk/browser', '@quoin/sdk/react', '@quoin/sdk/webhooks']
    const text = `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const namesOf = (module) => Object.keys(module).filter((name) => name !== 'default' && name !== 'module.exports').sort()
for (const entry of ${JSON.stringify(entries)}) console.log(JSON.stringify([namesOf(await import(entry)), namesOf(require(entry))]))`
    writeFileSync(join(home, 'exports.mjs'), text)
    const { stdout, stderr } = await runProgram(process.execPath, ['exports.mjs'], {}, home)
    const lines = stdout.trim().split('\n')
    assert.equal(lines.length, entries.length, stderr)
    for (const line of lines) {
      const [byImport, byRequire] = JSON.parse(line)
      assert.ok(byImport.length > 0)
      assert.deepEqual(byRequire, byImport)
    }
  })

  test('the component says first that it belongs to the client, in both formats', () => {
    const home = project('directive', 'React 19')
    for (const [file, sourceType] of [
      ['react.js', 'module'],
      ['react.cjs', 'script'],
    ] as const) {
      const text = readFileSync(join(home, 'node_modules/@quoin/sdk/dist', file), 'utf8')
      const [first] = parse(text, { ecmaVersion: 'latest', sourceType }).body
      assert.equal(first?.type === 'ExpressionStatement' && first.directive, 'use client', file)
    }
  })

  test('a server component imports it, under the rule that bundlers for servers follow', async () => {
    const home = project('server component', 'React 19')
    writeFileSync(join(home, 'rule.mjs'), clientRule)
    writeFileSync(
      join(home, 'page.mjs'),
      `import React from 'react'
import { QuoinWall } from '@quoin/sdk/react'
import { Quoin } from '@quoin/sdk'
const { type, props } = React.createElement(QuoinWall, { baseUrl: 'https://quoin.example', session: 'qs_' })
console.log(typeof React.useEffect, type.$$typeof.description, props.session, typeof Quoin)`,
    )
    const words = ['--conditions=react-server', '--import=./rule.mjs', 'page.mjs']
    const { stdout, stderr } = await runProgram(process.execPath, words, {}, home)
    assert.equal(stdout.trim(), 'undefined react.client.reference qs_ function', stderr)
  })
})

/** A file that begins with the directive is not run on the server: what it exports becomes a reference to the client. */
const clientRule = `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const text = String(loaded.source ?? '')
    if (!/^['"]use client['"]/.test(text)) return loaded
    const names = /export \\{([^}]*)\\}/.exec(text)[1].split(',').map((name) => name.trim())
    const reference = (name) => "export const " + name + " = Object.assign(() => {}, { $$typeof: Symbol.for('react.client.reference') })"
    return { ...loaded, source: names.map(reference).join('\\n') }
  },
})
`
