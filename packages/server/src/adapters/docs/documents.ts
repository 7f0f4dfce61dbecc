import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type DocsAnswer, fileAnswer, pageAnswer } from './docs-answer.ts'
import { type DocsFile, listDocsFiles } from './docs-folder.ts'
import { escapeText } from './escape-text.ts'
import { type FrameFiles, framePage, listForPrograms, orderedPages } from './page-frame.ts'
import { listSections, type ReadPage, readPage, renderArticle } from './read-page.ts'
import type { DocsSearch, SearchedPage } from './search-documents.ts'
import { listServedFiles, nameServedFiles } from './served-files.ts'

export interface Documents {
  /** Undefined where there is nothing. */
  readonly find: (address: string) => Promise<DocsAnswer | undefined>
  readonly search: (asked: string) => Promise<DocsAnswer>
  /** For a reader who came to an address where there is nothing. */
  readonly missing: DocsAnswer
}

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  tgz: 'application/gzip',
  txt: 'text/plain; charset=utf-8',
}

/** Letters of a question that count. */
const askedMax = 100

/** The folder `docs` of a repository as pages, each made when it is asked for. */
export async function openDocuments(repository: string): Promise<Documents> {
  const files = await listDocsFiles(repository)
  const shared = await readShared(repository)
  const served = await listServedFiles(repository)
  const context: Context = {
    repository,
    frame: shared.frame,
    pages: files.filter(({ source }) => source.endsWith('.md')),
    addresses: new Map([...files, ...served].map(({ source, address }) => [source, address])),
  }
  const makers = new Map<string, () => Promise<DocsAnswer>>([
    ['/docs/llms.txt', async () => fileOf('txt', Buffer.from(await listPages(context)))],
    ...Object.entries(textsForPrograms).map(([address, addresses]): [string, () => Promise<DocsAnswer>] => [
      address,
      async () => fileOf('txt', Buffer.from(await readForPrograms(context, addresses))),
    ]),
    ...shared.files,
  ])
  for (const file of files) {
    if (!context.pages.includes(file))
      makers.set(file.address, async () =>
        fileOf(extensionOf(file.source), await readFile(join(repository, file.source))),
      )
    else {
      makers.set(file.address, () => makePage(file, context))
      makers.set(markdownAddress(file), async () =>
        fileOf('md', Buffer.from(await readSource(file, context))),
      )
    }
  }
  // Programs are text here, whatever their names: they are read and copied, and never run.
  for (const { address, source } of served)
    makers.set(address, async () =>
      fileOf(source.endsWith('.tgz') ? 'tgz' : 'txt', await readFile(join(repository, source))),
    )
  let search: Promise<DocsSearch> | undefined
  return {
    find: async (address) => await makers.get(address)?.(),
    search: async (asked) => {
      // A failure, as of a disk, is not kept.
      search ??= openOwnSearch(context).catch((error: unknown) => {
        search = undefined
        throw error
      })
      const words = asked.slice(0, askedMax)
      return frameResults((await search).find(words), words, context)
    },
    missing: frameMissing(context),
  }
}

interface Context {
  readonly repository: string
  readonly frame: FrameFiles
  readonly pages: readonly DocsFile[]
  /** By the path of a file in the repository. */
  readonly addresses: ReadonlyMap<string, string>
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function fileOf(extension: string, body: Buffer, isImmutable = false): DocsAnswer {
  return fileAnswer(body, contentTypes[extension] ?? 'application/octet-stream', isImmutable)
}

function markdownAddress({ address }: DocsFile): string {
  return address.endsWith('/') ? `${address}index.md` : `${address}.md`
}

/** The changelog's links are those of the folder above; they are given from here. */
async function readSource({ source }: DocsFile, { repository }: Context): Promise<string> {
  const text = await readFile(join(repository, source), 'utf8')
  return source.startsWith('docs/') ? nameServedFiles(text) : text.replaceAll('](docs/', '](')
}

async function makePage(file: DocsFile, context: Context): Promise<DocsAnswer> {
  const page = readPage(await readSource(file, context))
  const article = await renderArticle(page, (target) => leadFrom(file, target, context))
  const beneath = file.source.endsWith('/README.md') ? await listBeneath(file, context) : ''
  const html = framePage(
    { ...page, address: file.address, article: article + beneath, markdown: markdownAddress(file) },
    context.frame,
  )
  return pageAnswer(html)
}

/** Links to code, which is not served, are undefined. */
function leadFrom({ source, address }: DocsFile, target: string, { addresses }: Context): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|#|\/)/i.test(target)) return target
  const [path = '', anchor] = target.split('#', 2)
  const folder = source.startsWith('docs/') ? posix.dirname(source) : 'docs'
  const named = posix.join(folder, path)
  const found = named === 'docs/changelog.md' ? '/docs/changelog' : addresses.get(named)
  if (found === undefined) return undefined
  return `${found === address && anchor !== undefined ? '' : found}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Under the README of a folder its other pages, as forges show them. */
async function listBeneath({ source }: DocsFile, context: Context): Promise<string> {
  const folder = posix.dirname(source)
  const others = context.pages.filter((one) => posix.dirname(one.source) === folder && one.source !== source)
  const items = others.map(async (one) => {
    const { title } = readPage(await readSource(one, context))
    return `<li><a href="${one.address}">${escapeText(title)}</a></li>`
  })
  return `<ul>\n${(await Promise.all(items)).join('\n')}\n</ul>\n`
}

const errorPages = /^\/docs\/errors\//

/** Pages in one text, in the order in which they are read: all at the side, and what a publisher's developer needs. */
const textsForPrograms: Readonly<Record<string, readonly string[]>> = {
  '/docs/llms-full.txt': orderedPages.map(({ address }) => address),
  '/docs/llms-publishers.txt': ['/docs/publishers', '/docs/callbacks#dialects'],
}

/**
 * The pages, each with its address before it, and the pages of errors behind them. A page ends before the chapter that
 * its address names.
 */
async function readForPrograms(context: Context, addresses: readonly string[]): Promise<string> {
  const errors = context.pages.map(({ address }) => address).filter((address) => errorPages.test(address))
  const texts = [...addresses, ...errors].map(async (named) => {
    const [address, chapter] = named.split('#')
    const file = context.pages.find((one) => one.address === address)
    if (file === undefined) return []
    const text = await readSource(file, context)
    const end = chapter === undefined ? -1 : text.toLowerCase().indexOf(`\n## ${chapter}\n`)
    const kept =
      end < 0 ? text : `${text.slice(0, end).trim()}\n\nThe rest of this page is at ${markdownAddress(file)}.`
    return [`<!-- ${markdownAddress(file)} -->\n\n${kept.trim()}\n`]
  })
  return (await Promise.all(texts)).flat().join('\n')
}

async function listPages(context: Context): Promise<string> {
  const listed = await Promise.all(
    context.pages.map(async (file) => {
      const { title, description } = readPage(await readSource(file, context))
      return { address: file.address, title, markdown: markdownAddress(file), description }
    }),
  )
  return listForPrograms(
    (address) => listed.find((page) => page.address === address),
    listed.filter(({ address }) => errorPages.test(address)),
  )
}

/** Its library is loaded with the first question. */
async function openOwnSearch(context: Context): Promise<DocsSearch> {
  const { openSearch } = await import('./search-documents.ts')
  return await openSearch(searchedPages(context))
}

async function* searchedPages(context: Context): AsyncGenerator<SearchedPage> {
  for (const file of context.pages) {
    const page: ReadPage = readPage(await readSource(file, context))
    yield { address: file.address, title: page.title, sections: listSections(page) }
  }
}

function frameResults(results: string, asked: string, { frame }: Context): DocsAnswer {
  const article = `<h1>Search</h1>\n${results}`
  const page = { title: 'Search', description: 'Results of a search in the documents.', article, asked }
  return pageAnswer(framePage(page, frame))
}

function frameMissing({ frame }: Context): DocsAnswer {
  const article =
    '<h1>There is no such page</h1>\n<p>It may have another name. Search for it above, look at the list of pages, ' +
    'or begin on the <a href="/docs/">first page</a>.</p>\n'
  const page = { title: 'No such page', description: 'There is nothing at this address.', article }
  return pageAnswer(framePage(page, frame), 404)
}

/** The style and the script of all pages, named by their digests. */
async function readShared(
  repository: string,
): Promise<{ frame: FrameFiles; files: [string, () => Promise<DocsAnswer>][] }> {
  const folder = join(import.meta.dirname, 'page')
  const [docs, article, script] = await Promise.all(
    ['docs.css', 'article.css', 'docs.js'].map(async (name) => await readFile(join(folder, name), 'utf8')),
  )
  const style = Buffer.from(`${await fontFace(repository)}${docs}${article}`)
  const parts = [
    { extension: 'css', body: style },
    { extension: 'js', body: Buffer.from(script ?? '') },
  ].map(({ extension, body }) => {
    const digest = createHash('sha256').update(body).digest('hex').slice(0, 12)
    return { name: `/docs/assets/docs-${digest}.${extension}`, answer: fileOf(extension, body, true) }
  })
  const [{ name: styleName = '' } = {}, { name: scriptName = '' } = {}] = parts
  return {
    frame: { style: styleName, script: scriptName },
    files: parts.map(({ name, answer }) => [name, async () => answer]),
  }
}

/** The letters are those of the dashboard where it is built, the system's otherwise. */
async function fontFace(repository: string): Promise<string> {
  const names = await readdir(join(repository, 'packages/dashboard/dist/assets')).catch(() => [])
  const font = names.find((name) => /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(name))
  if (font === undefined) return ''
  return (
    '@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;' +
    `src:url("/dashboard/assets/${font}") format("woff2")}\n`
  )
}
