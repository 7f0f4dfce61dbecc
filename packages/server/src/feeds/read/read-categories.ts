import { categoriesMax } from '@quoin/core/offers/row/read-lists.ts'
import type { FeedCell } from './feed-cell.ts'
import { readPlainText } from './read-plain-text.ts'

const slugLengthMax = 40

/** The names of categories as slugs: `Mobile & Games` is `mobile-games`. Those without a letter a–z are left out. */
export function readFeedCategories(names: readonly unknown[]): FeedCell {
  const slugs = new Set(names.map((name) => slugOf(readPlainText(name))))
  slugs.delete('')
  return slugs.size === 0 ? {} : { value: [...slugs].slice(0, categoriesMax) }
}

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, slugLengthMax)
    .replaceAll(/^-+|-+$/g, '')
}
