import { escapeText } from './escape-text.ts'
import { navigation, sidebar } from './pages.ts'

/** The addresses of the files that all pages load. */
export interface FrameFiles {
  readonly style: string
  readonly script: string
}

interface FramedPage {
  readonly title: string
  readonly description: string
  /** Where it is; not given for an answer that is no page of the documents. */
  readonly address?: string
  readonly article: string
  readonly headings?: readonly { readonly level: number; readonly anchor: string; readonly text: string }[]
  /** The words that were searched for. */
  readonly asked?: string
  readonly markdown?: string
}

/** The pages at the side that are documents, in the order in which they are read. */
export const orderedPages = sidebar.flatMap(({ text: part, items }) =>
  items
    .filter(({ link }) => !/^\/reference|#/.test(link))
    .map(({ text, link }) => ({ text, part, address: `/docs${link}` })),
)

/** A page as it is sent. Everything in it works without a script, but for what only a script can do. */
export function framePage(page: FramedPage, files: FrameFiles): string {
  const { title, address, article } = page
  const isHome = address === '/docs/'
  const part = orderedPages.find((one) => one.address === address)?.part
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${isHome ? 'Quoin: the open offer platform' : `${escapeText(title)} · Quoin`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeText(shorten(page.description))}">
${address === undefined ? '<meta name="robots" content="noindex">' : `<link rel="alternate" type="text/markdown" href="${page.markdown}">`}
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${files.style}">
<script src="${files.script}"></script>
</head>
<body${isHome ? ' class="home"' : ''}>
<a class="skip" href="#content">Skip to the text</a>
${renderTop(page, part)}
<div class="columns">
${renderSidebar(address)}
<main id="content" tabindex="-1">
<article>
${part === undefined ? '' : `<p class="part">${escapeText(part)}</p>\n`}${article}</article>
${address === undefined || isHome ? '' : renderTurn(address)}
${page.markdown === undefined || isHome ? '' : `<p class="under"><a href="${page.markdown}">This page as Markdown</a></p>`}
</main>
${renderOutline(page)}
</div>
</body>
</html>
`
}

const logo =
  '<svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#3f63e4"/>' +
  '<path d="M8 7h10v6H8zM14 14h10v5H14zM8 20h10v5H8z" fill="#fff"/></svg>'
const glass = icon('<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/>')
const lines = icon('<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h7"/>')
const halfSun = icon(
  '<circle cx="8" cy="8" r="5.5"/><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor"/>',
)

function icon(drawing: string): string {
  return (
    '<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" ' +
    `stroke-linecap="round" aria-hidden="true">${drawing}</svg>`
  )
}

function renderTop(page: FramedPage, part: string | undefined): string {
  const parts = navigation.map(({ text, link }) => {
    const isCurrent = text === part
    return `<a href="/docs${link}"${isCurrent ? ' aria-current="true"' : ''}>${text}</a>`
  })
  const outline =
    outlineOf(page).length > 0 ? '<button type="button" popovertarget="outline">On this page</button>' : ''
  return `<header class="top">
<a class="brand" href="/docs/">${logo}Quoin<small>Docs</small></a>
<nav class="parts" aria-label="Parts">${parts.join('')}</nav>
<div class="find" role="search">
<form action="/docs/search">${glass}<input type="search" name="q" value="${escapeText(page.asked ?? '')}" placeholder="Search" aria-label="Search the documents" maxlength="100" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></form>
<div class="found" hidden></div>
</div>
<button type="button" class="scheme" hidden>${halfSun}</button>
</header>
<div class="bar"><button type="button" popovertarget="pages">${lines}Pages</button>${outline}</div>`
}

/** A list at the side; a drawer where there is no room for it. */
function renderSidebar(address: string | undefined): string {
  const groups = sidebar.map(({ text, items }) => {
    const links = items.map((item) => {
      const isCurrent = `/docs${item.link}` === address
      return `<li><a href="/docs${item.link}"${isCurrent ? ' aria-current="page"' : ''}>${escapeText(item.text)}</a></li>`
    })
    return `<p>${escapeText(text)}</p>\n<ul>${links.join('')}</ul>`
  })
  return `<nav id="pages" aria-label="Pages" popover>\n${groups.join('\n')}\n</nav>`
}

/** A longer outline, as that of all commands, names the chapters alone. */
const outlineMax = 60

/** The first page is short and has cards in place of chapters. */
function outlineOf({ address, headings = [] }: FramedPage): NonNullable<FramedPage['headings']> {
  if (address === '/docs/') return []
  const chapters = headings.filter(({ level }) => level === 2 || level === 3)
  return chapters.length <= outlineMax ? chapters : chapters.filter(({ level }) => level === 2)
}

function renderOutline(page: FramedPage): string {
  const links = outlineOf(page).map(({ level, anchor, text }) => {
    const kind = level === 3 ? ' class="sub"' : ''
    return `<li${kind}><a href="#${anchor}">${escapeText(text)}</a></li>`
  })
  if (links.length === 0) return ''
  return `<nav id="outline" aria-label="On this page" popover>\n<p>On this page</p>\n<ul>${links.join('')}</ul>\n</nav>`
}

function renderTurn(address: string): string {
  const at = orderedPages.findIndex((one) => one.address === address)
  if (at < 0) return ''
  const sides = [
    { rel: 'prev', word: 'Before', to: orderedPages[at - 1] },
    { rel: 'next', word: 'Next', to: orderedPages[at + 1] },
  ]
  const links = sides.flatMap(({ rel, word, to }) =>
    to === undefined
      ? []
      : [`<a rel="${rel}" href="${to.address}"><small>${word}</small>${escapeText(to.text)}</a>`],
  )
  return `<nav class="turn" aria-label="Before and next">${links.join('')}</nav>`
}

const descriptionMax = 160

function shorten(text: string): string {
  if (text.length <= descriptionMax) return text
  return `${text.slice(0, descriptionMax).replace(/\s+\S*$/, '')} …`
}

const apiForPrograms = `## API

- [OpenAPI document of publishers](/openapi.json)
- [OpenAPI document of the management API](/manage/v1/openapi.json)
- [OpenAPI document of the operator API](/operator/v1/openapi.json)

## Optional

- [What a publisher's developer needs, in one text](/llms-publishers.txt)
- [All these pages in one text](/llms-full.txt)
`

/** A page of the list for programs. */
interface ListedPage {
  readonly title: string
  readonly markdown: string
  readonly description: string
}

/** For programs that read: every page, where its Markdown is, and a line about it; the pages of errors apart. */
export function listForPrograms(
  describe: (address: string) => ListedPage | undefined,
  errors: readonly ListedPage[],
): string {
  const parts = sidebar.map(({ text }) => {
    const links = orderedPages.flatMap(({ part, address }) =>
      part === text ? (describe(address) ?? []) : [],
    )
    return printPart(text, links)
  })
  const all = [...parts, printPart('Errors', errors)]
  return `# Quoin\n\n> An open, self-hostable offer platform.\n\n${all.join('\n')}\n${apiForPrograms}`
}

function printPart(title: string, pages: readonly ListedPage[]): string {
  const links = pages.map((page) => `- [${page.title}](${page.markdown}): ${shorten(page.description)}`)
  return `## ${title}\n\n${links.join('\n')}\n`
}
