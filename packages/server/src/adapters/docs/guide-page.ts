import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tokens } from 'marked'
import { guideStyle } from './guide-style.ts'

/** Where the publishers' guide is served, beside the reference. */
export const guidePath = '/docs/guide'

const docsFolder = join(import.meta.dirname, '../../../../../docs')

/** The pages for publishers, by their files; the others are for operators and stay in the repository. */
const pathOfFile: Readonly<Record<string, string>> = {
  'publishers.md': guidePath,
  'receivers.md': `${guidePath}/receivers`,
  'collector.md': `${guidePath}/collector`,
}

const fileOfPath: ReadonlyMap<string, string> = new Map(
  Object.entries(pathOfFile).map(([file, path]) => [path, file]),
)

/** It loads nothing and runs nothing; its one style sheet is known by its digest. */
export const guidePolicy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(guideStyle).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page of the guide as HTML, made of its Markdown; undefined for a path that is none. */
export async function renderGuidePage(path: string): Promise<string | undefined> {
  const file = fileOfPath.get(path)
  if (file === undefined) return undefined
  const text = await readFile(join(docsFolder, file), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1] ?? 'Guide'
  return layOut({ title, current: path, content: await renderMarkdown(text) })
}

/** The library is loaded when the first reader comes. */
async function renderMarkdown(text: string): Promise<string> {
  const { Marked } = await import('marked')
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }: Tokens.Heading): string {
        const inner = this.parser.parseInline(tokens)
        return `<h${depth} id="${anchorOf(heading)}">${inner}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link): string {
        const inner = this.parser.parseInline(tokens)
        const target = targetOf(href)
        return target === undefined ? inner : `<a href="${target}">${inner}</a>`
      },
      table(token: Tokens.Table): string {
        const cells = (row: readonly Tokens.TableCell[], tag: 'td' | 'th') =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')
        const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`
        // It is scrolled by the keyboard, too.
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>\n`
      },
    },
  })
  return await marked.parse(text)
}

/** As the usual forges make anchors of headings. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

/** Where a link of the repository leads to here; undefined for a file that is not served. */
function targetOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const path = Object.hasOwn(pathOfFile, file) ? pathOfFile[file] : undefined
  return path === undefined || anchor === undefined ? path : `${path}#${anchor}`
}

const navigation: readonly [path: string, name: string][] = [
  ['/docs/', 'API reference'],
  [guidePath, 'Publisher guide'],
  [`${guidePath}/receivers`, 'Receivers'],
  [`${guidePath}/collector`, 'Collector'],
]

function layOut({ title, current, content }: { title: string; current: string; content: string }): string {
  const links = navigation.map(([path, name]) =>
    path === current ? `<a href="${path}" aria-current="page">${name}</a>` : `<a href="${path}">${name}</a>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Quoin</title>
<style>${guideStyle}</style>
</head>
<body>
<nav aria-label="Documents">${links.join('\n')}</nav>
<main>
${content}</main>
</body>
</html>
`
}
