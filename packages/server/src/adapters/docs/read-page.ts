import { setImmediate as nextTurn } from 'node:timers/promises'
import MarkdownIt, { type Token } from 'markdown-it'
import { highlight } from './highlight.ts'
import { escapeText } from './escape-text.ts'

interface Heading {
  readonly level: number
  readonly anchor: string
  readonly text: string
}

/** A heading with the text until the next one, as a search looks at it. */
export interface DocsSection {
  readonly anchor: string
  readonly title: string
  readonly text: string
}

export interface ReadPage {
  readonly title: string
  /** Its first paragraph. */
  readonly description: string
  readonly headings: readonly Heading[]
  readonly tokens: readonly Token[]
}

// The pages are Markdown of a forge: what looks like a tag is text.
const markdown = new MarkdownIt({ html: false })
Object.assign(markdown.renderer.rules, {
  fence: (tokens: readonly Token[], at: number) => renderExample(tokens[at]),
  code_block: (tokens: readonly Token[], at: number) => renderExample(tokens[at]),
  // A wide table is scrolled within the page, by the keyboard as well.
  table_open: () => '<div class="table" role="group" aria-label="Table" tabindex="0">\n<table>\n',
  table_close: () => '</table>\n</div>\n',
  heading_close: (tokens: readonly Token[], at: number) => renderHeadingEnd(tokens, at),
})

/** Comments are for our tools. */
export function readPage(text: string): ReadPage {
  const tokens = markdown.parse(text.replaceAll(/<!--.*?-->\n?/gs, ''), {})
  const headings = nameHeadings(tokens)
  const at = tokens.findIndex(({ type, level }) => type === 'paragraph_open' && level === 0)
  return {
    title: headings.find(({ level }) => level === 1)?.text ?? '',
    description: textOf(tokens[at + 1])
      .replaceAll(/\s+/g, ' ')
      .trim(),
    headings,
    tokens,
  }
}

/**
 * The article of a page. `leadTo` says where a link leads here; one that leads nowhere leaves its words. Examples are
 * coloured a turn each: the first of a language takes tens of milliseconds.
 */
export async function renderArticle(
  { tokens }: ReadPage,
  leadTo: (target: string) => string | undefined,
): Promise<string> {
  const own = [...tokens]
  for (const [at, token] of own.entries()) {
    alignByClass(token)
    if (token.type === 'th_open') unheadEmptyCell(own, at)
    if (token.children !== null) token.children = leadChildren(token.children, leadTo)
    if (token.type !== 'fence') continue
    token.meta = { html: highlight(token.content, languageOf(token)) }
    await nextTurn()
  }
  return markdown.renderer.render(own, markdown.options, {})
}

/** Sections of a page down to the third level, in its order. */
export function listSections({ title, tokens, headings }: ReadPage): readonly DocsSection[] {
  const sections: { anchor: string; title: string; text: string[] }[] = [{ anchor: '', title, text: [] }]
  const byAnchor = new Map(headings.map((heading) => [heading.anchor, heading]))
  for (const [at, token] of tokens.entries()) {
    const heading = byAnchor.get(String(token.attrGet('id') ?? ''))
    if (token.type === 'heading_open' && heading !== undefined) {
      if (heading.level === 2 || heading.level === 3)
        sections.push({ anchor: heading.anchor, title: heading.text, text: [] })
    } else if (tokens[at - 1]?.type !== 'heading_open') sections.at(-1)?.text.push(textOf(token))
  }
  return sections.map(({ text, ...section }) => ({
    ...section,
    text: text.join(' ').replaceAll(/\s+/g, ' ').trim(),
  }))
}

/** As the usual forges make anchors of headings, so that links hold here and there. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

/** Gives each heading its anchor: one that was there before gets a number, as on the forges. */
function nameHeadings(tokens: readonly Token[]): readonly Heading[] {
  const times = new Map<string, number>()
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return []
    const text = textOf(tokens[at + 1])
    const name = anchorOf(text)
    const before = times.get(name) ?? 0
    times.set(name, before + 1)
    const anchor = before === 0 ? name : `${name}-${before}`
    token.attrSet('id', anchor)
    return [{ level: Number(token.tag.slice(1)), anchor, text }]
  })
}

function textOf(token: Token | undefined): string {
  if (token === undefined) return ''
  if (token.children === null || token.type === 'image') return token.content
  return token.children.map((child) => (child.type === 'softbreak' ? ' ' : textOf(child))).join('')
}

function languageOf({ info }: Token): string {
  return info.trim().split(/\s+/)[0] ?? ''
}

function renderExample(token: Token | undefined): string {
  if (token === undefined) return ''
  const code = String(token.meta?.['html'] ?? escapeText(token.content))
  const language = escapeText(languageOf(token))
  return `<div class="code" data-language="${language}"><pre tabindex="0"><code>${code}</code></pre></div>\n`
}

/** The sign is for a pointer: by the keyboard the same places are reached from the outline. */
function renderHeadingEnd(tokens: readonly Token[], at: number): string {
  const anchor = String(tokens[at - 2]?.attrGet('id') ?? '')
  const sign = `<a class="anchor" href="#${anchor}" aria-hidden="true" tabindex="-1">#</a>`
  return `${anchor === '' ? '' : sign}</${tokens[at]?.tag}>\n`
}

/** The corner of a table with heads on two sides has no words: it is no head, which a screen reader would read out. */
function unheadEmptyCell(tokens: readonly Token[], at: number): void {
  const [open, content, close] = tokens.slice(at, at + 3)
  if (open === undefined || close === undefined || content?.content !== '') return
  open.tag = 'td'
  close.tag = 'td'
}

/** The page's policy allows no style in an attribute. */
function alignByClass(token: Token): void {
  const style = token.attrGet('style')
  if (style === null) return
  token.attrs = null
  const [, side = ''] = /^text-align:(right|center)$/.exec(String(style)) ?? []
  if (side !== '') token.attrSet('class', side)
}

function leadChildren(children: readonly Token[], leadTo: (target: string) => string | undefined): Token[] {
  let isOut = false
  return children.filter((token) => {
    if (token.type === 'link_close') return !isOut
    const name = token.type === 'link_open' ? 'href' : 'src'
    if (token.type !== 'link_open' && token.type !== 'image') return true
    const target = leadTo(String(token.attrGet(name)))
    if (token.type === 'link_open') isOut = target === undefined
    if (target !== undefined) token.attrSet(name, target)
    return target !== undefined
  })
}
