import { stringifySearch } from '../../../frame/search-text.ts'

/** The address of a page with its search; what is empty is left out. */
export function linkTo(page: string, search: Readonly<Record<string, string | undefined>>): string {
  return `${page}${stringifySearch(search)}`
}
