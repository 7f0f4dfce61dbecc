import MiniSearch, { type SearchOptions } from 'minisearch'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { escapeText } from './escape-text.ts'
import type { DocsSection } from './read-page.ts'

/** A page as the search needs it. */
export interface SearchedPage {
  readonly address: string
  readonly title: string
  readonly sections: readonly DocsSection[]
}

interface Found {
  readonly address: string
  readonly page: string
  readonly title: string
  readonly text: string
}

/** Words of a question that count, sections that are indexed, and results that are shown. */
const bounds = { words: 6, sections: 10_000, sectionLetters: 20_000, results: 20 }
const snippetLetters = 180

/** Where words stand weighs more than how often; lists of what changed come after what holds. */
const options: SearchOptions = {
  boost: { title: 4, page: 2 },
  combineWith: 'AND',
  // The last word may still be being typed.
  prefix: (term, at, terms) => at === terms.length - 1 && term.length > 1,
  boostDocument: (_id, _term, stored) =>
    /^\/docs\/(?:changelog|decisions|recipes)/.test(String(stored?.['address'])) ? 0.2 : 1,
}
/** Where no section has all words as they are spelled. */
const wider: SearchOptions = {
  ...options,
  combineWith: 'OR',
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  maxFuzzy: 2,
}

export interface DocsSearch {
  /** The results as a list in HTML. */
  readonly find: (asked: string) => string
}

/** Indexes all sections, in turns: the process answers others meanwhile. */
export async function openSearch(pages: AsyncIterable<SearchedPage>): Promise<DocsSearch> {
  const index = new MiniSearch<Found & { readonly id: number }>({
    fields: ['title', 'page', 'text'],
    storeFields: ['address', 'page', 'title', 'text'],
  })
  let id = 0
  for await (const { address, title: page, sections } of pages) {
    await nextTurn()
    for (const { anchor, title, text } of sections) {
      if (id === bounds.sections) break
      const place = anchor === '' ? address : `${address}#${anchor}`
      index.add({ id, address: place, page, title, text: text.slice(0, bounds.sectionLetters) })
      id += 1
      if (id % 5 === 0) await nextTurn()
    }
  }
  return { find: (asked) => renderResults(findSections(index, asked), asked) }
}

function findSections(index: MiniSearch, asked: string): readonly (Found & { terms: readonly string[] })[] {
  const words = wordsOf(asked)
  if (words.length === 0) return []
  const query = words.slice(0, bounds.words).join(' ')
  const exact = index.search(query, options)
  const results = exact.length > 0 ? exact : index.search(query, wider)
  return results.slice(0, bounds.results).map((result) => ({
    address: String(result['address']),
    page: String(result['page']),
    title: String(result['title']),
    text: String(result['text']),
    terms: result.terms,
  }))
}

/** As the index cuts its texts into words. */
function wordsOf(text: string): readonly string[] {
  return text.split(/[\n\r\p{Z}\p{P}]+/u).filter((word) => word !== '')
}

function renderResults(found: ReturnType<typeof findSections>, asked: string): string {
  const words = escapeText(asked.trim())
  if (words === '') return '<p class="count">Type a word, the name of a setting, or an error code.</p>\n'
  const count =
    found.length === 0
      ? `Nothing was found for “${words}”. Try fewer words, or the beginning of one.`
      : `${found.length === bounds.results ? 'The best ' : ''}${found.length} ${found.length === 1 ? 'result' : 'results'} for “${words}”`
  const items = found.map(({ address, page, title, text, terms }) => {
    const path = title === page ? '' : `<small>${escapeText(page)}</small>`
    return `<li><a href="${address}">${path}<b>${mark(title, terms)}</b><span>${mark(cut(text, terms), terms)}</span></a></li>`
  })
  const list = items.length === 0 ? '' : `<ol class="results">\n${items.join('\n')}\n</ol>\n`
  return `<p class="count" role="status">${count}</p>\n${list}`
}

function patternOf(terms: readonly string[]): RegExp {
  const escaped = terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(${escaped.join('|')})`, 'iu')
}

/** The part of a text around the first of the words that were found. */
function cut(text: string, terms: readonly string[]): string {
  const at = Math.max(0, text.search(patternOf(terms)))
  const start = at < snippetLetters / 2 ? 0 : text.indexOf(' ', at - snippetLetters / 3) + 1
  const part = text.slice(start, start + snippetLetters)
  const isCut = start + snippetLetters < text.length
  return `${start > 0 ? '… ' : ''}${isCut ? `${part.replace(/\s+\S*$/, '')} …` : part}`
}

function mark(text: string, terms: readonly string[]): string {
  return text
    .split(patternOf(terms))
    .map((part, index) => (index % 2 === 1 ? `<mark>${escapeText(part)}</mark>` : escapeText(part)))
    .join('')
}
