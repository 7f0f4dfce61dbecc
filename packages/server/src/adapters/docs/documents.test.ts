import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { after, before, test } from 'node:test'
import MarkdownIt from 'markdown-it'
import { pages as sources, readPage as readSource } from '../../../../../test/support/doc-blocks.ts'
import { repository } from '../../../../../test/support/run-program.ts'
import type { DocsAnswer } from './docs-answer.ts'
import { listDocsFiles } from './docs-folder.ts'
import { type Documents, openDocuments } from './documents.ts'
import { highlight } from './highlight.ts'

let documents: Documents
before(async () => {
  documents = await openDocuments(repository)
})

async function htmlAt(address: string, from: Documents = documents): Promise<string> {
  const answer = await from.find(address)
  assert.ok(answer, address)
  return answer.body.toString()
}

/** The article alone: the frame of each page is ours. */
function articleOf(html: string): string {
  return /<article>(.*)<\/article>/s.exec(html)?.[1] ?? ''
}

/** A repository with these files, their paths as they are in its folder `docs`. */
async function withRepository(
  files: Readonly<Record<string, string>>,
  use: (documents: Documents, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-documents-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const docs = join(folder, 'docs')
  for (const [path, text] of Object.entries({ '../CHANGELOG.md': '# Changelog\n', ...files })) {
    await mkdir(join(docs, posix.dirname(path)), { recursive: true })
    await writeFile(join(docs, path), text)
  }
  await symlink(join(folder, 'CHANGELOG.md'), join(docs, 'linked.md'))
  await use(await openDocuments(folder), folder)
}

test('every link of every page leads to what is served, and its anchor is there', async () => {
  const pages = (await listDocsFiles(repository)).filter(({ source }) => source.endsWith('.md'))
  const html = new Map<string, string>()
  for (const { address } of pages) html.set(address, await htmlAt(address))
  let links = 0
  for (const [address, body] of html) {
    for (const [, target = ''] of body.matchAll(/ (?:href|src|action)="([^"]*)"/g)) {
      const { origin, pathname, hash } = new URL(target, `http://docs.example${address}`)
      if (
        origin !== 'http://docs.example' ||
        /^\/(?:docs\/(?:reference\/|search$)|llms|openapi)/.test(pathname)
      )
        continue
      links += 1
      const there = html.get(pathname) ?? (await documents.find(pathname))
      assert.ok(there !== undefined, `${address} → ${target}`)
      if (hash !== '') {
        const isThere = typeof there === 'string' && there.includes(` id="${hash.slice(1)}"`)
        assert.ok(isThere, `${address} → ${target}: no such heading`)
      }
    }
  }
  assert.ok(pages.length > 70 && links > 5_000, `${links} links of ${pages.length} pages`)
})

test('every link in the text of a page leads to a file or a folder of the repository', () => {
  const markdown = new MarkdownIt()
  const broken = sources.flatMap((source) => {
    const tokens = markdown.parse(readSource(source), {}).flatMap(({ children }) => children ?? [])
    return tokens
      .map((token) => String(token.attrGet('href') ?? token.attrGet('src') ?? ''))
      .filter((target) => target !== '' && !/^(?:[a-z]+:|#|\/)/.test(target))
      .filter((target) => !existsSync(join(repository, posix.dirname(source), target.replace(/#.*/, ''))))
      .map((target) => `${source} → ${target}`)
  })
  assert.deepEqual(broken, [])
})

test('links to code keep their words alone, and those of the changelog lead to pages', async () => {
  const receivers = articleOf(await htmlAt('/docs/receivers'))
  assert.doesNotMatch(receivers, /href="[^"]*examples/)
  const changelog = articleOf(await htmlAt('/docs/changelog'))
  assert.match(changelog, /<h1[^>]*>Changelog/)
  assert.match(changelog, /href="\/docs\/tables"/)
  assert.match(await htmlAt('/docs/changelog.md'), /^# Changelog\n[\s\S]*\]\(tables\.md\)/)
})

test('a page tells its title, its first sentence, its chapters and its neighbours', async () => {
  const page = await htmlAt('/docs/callbacks')
  assert.match(page, /^<!doctype html>\n<html lang="en">/)
  assert.match(page, /<title>Callbacks · Quoin<\/title>/)
  assert.match(page, /<meta name="description" content="\w[^"]{40,165}">/)
  assert.match(page, /<link rel="alternate" type="text\/markdown" href="\/docs\/callbacks\.md">/)
  assert.match(page, /<a href="\/docs\/callbacks" aria-current="page">/)
  assert.match(page, /<nav id="outline"[^>]*>[\s\S]*<a href="#[\w-]+">/)
  assert.match(page, /<a rel="prev" href="\/docs\/publisher-dashboard">/)
  assert.match(page, /<a rel="next" href="\/docs\/receivers">/)
})

test('the README of a folder has the folder’s other pages beneath it', async () => {
  const decisions = articleOf(await htmlAt('/docs/decisions/README'))
  assert.match(decisions, /<a href="\/docs\/decisions\/0002-libraries">0002 Libraries<\/a>/)
})

test('every example is in a language that is coloured, or in none', () => {
  const markdown = new MarkdownIt()
  const seen = new Map<string, boolean>()
  for (const source of sources.filter((one) => one.startsWith('docs')))
    for (const { type, info, content } of markdown.parse(readSource(source), {})) {
      if (type !== 'fence' || info === '' || info === 'text') continue
      seen.set(info, (seen.get(info) ?? false) || highlight(content, info).includes('<span class="hljs-'))
    }
  assert.ok(seen.size > 8, [...seen.keys()].join())
  assert.deepEqual(
    [...seen].filter(([, isColoured]) => !isColoured),
    [],
  )
})

test('headings of the same words have anchors of their own, as the forges name them', async () => {
  const text = '# A\n\n## What’s `x_y` for? 100 %\n\n## Same\n\n### Same\n\n## Same\n'
  await withRepository({ 'index.md': text }, async (own) => {
    const ids = [...(await htmlAt('/docs/', own)).matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id)
    assert.deepEqual(ids, ['a', 'whats-x_y-for-100-', 'same', 'same-1', 'same-2'])
  })
})

test('a page has no script and no style but ours, whatever its Markdown says', async () => {
  const text = [
    '# Naughty <script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[one](javascript:alert(1)) [two](data:text/html,x) [three](vbscript:x)',
    '![four](javascript:alert(1))',
    '``` "><script>alert(1)</script>\n<script>alert(1)</script>\n```',
    '| a |\n| -: |\n| <b onclick=x>1</b> |',
    '## "><script>alert(1)</script>',
    '[five](two.md"><script>)',
  ].join('\n\n')
  await withRepository({ 'index.md': text, 'two.md': text }, async (own) => {
    for (const address of ['/docs/', '/docs/two']) {
      const answer = await own.find(address)
      const html = answer?.body.toString() ?? ''
      assert.deepEqual(html.match(/<script/g), ['<script'])
      assert.match(html, /<script src="\/docs\/assets\/docs-[0-9a-f]{12}\.js"><\/script>/)
      assert.doesNotMatch(html, /<(?:img|b)\b/)
      assert.doesNotMatch(html, / (?:href|src)="(?:javascript|data|vbscript)/)
      assert.doesNotMatch(html.replaceAll(/"[^"]*"/g, '""'), /<[^<>]* (?:style|on\w+)=/)
      assert.match(html, /<td class="right">&lt;b onclick=x&gt;/)
      assert.match(String(answer?.policy), /script-src 'self'; style-src 'self';/)
      assert.doesNotMatch(String(answer?.policy), /unsafe/)
    }
  })
})

test('nothing beside the folder’s pages and pictures can be read, however it is asked for', async () => {
  const secret = 'secret-of-the-repository'
  const files = {
    '../secret.md': secret,
    '../package.json': secret,
    'index.md': '# Ours\n',
    '.env': secret,
    'notes.txt': secret,
    'deep/page.md': '# Deep\n',
    '../packages/server/secret.md': secret,
  }
  await withRepository(files, async (own) => {
    assert.match(await htmlAt('/docs/deep/page', own), /Deep/)
    const asked = [
      'secret',
      'secret.md',
      'package.json',
      '.env',
      'notes.txt',
      'linked',
      'linked.md',
      'deep',
      'deep/',
    ]
    const steps = [
      '',
      '../',
      '..%2f',
      '%2e%2e/',
      '..%5c',
      '..\\',
      '/',
      './',
      'deep/../../',
      'deep/..%2f..%2f',
      '\0',
    ]
    for (const name of [
      ...asked,
      'packages/server/secret',
      'index.md\0',
      'deep/page.md.',
      'constructor',
      '__proto__',
    ])
      for (const step of steps)
        assert.equal(await own.find(`/docs/${step}${name}`), undefined, `${step}${name}`)
    const found = await own.search(secret)
    assert.doesNotMatch(found.body.toString(), /class="results"/)
  })
})

test('the shared style and script are named by what is in them, and may be kept for ever', async () => {
  const page = await htmlAt('/docs/')
  const names = [...page.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, name = '']) => name)
  const answers: (DocsAnswer | undefined)[] = []
  for (const name of names) answers.push(await documents.find(name))
  assert.deepEqual(
    answers.map((answer) => [answer?.contentType, answer?.isImmutable]),
    [
      ['text/css; charset=utf-8', true],
      ['text/javascript; charset=utf-8', true],
    ],
  )
  assert.equal((await documents.find('/docs/callbacks'))?.isImmutable, false)
})

test('the corner of a table without words is no head of a column', async () => {
  await withRepository({ 'one.md': '# One\n\n| | A |\n| --- | --- |\n| b | c |\n' }, async (one) => {
    const article = articleOf(await htmlAt('/docs/one', one))
    assert.match(article, /<tr>\s*<td><\/td>\s*<th>A<\/th>/)
  })
})
