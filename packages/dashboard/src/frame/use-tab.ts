import { useSearchState } from './use-search-state.ts'

const given = { tab: '' }

/** The open tab of a page, as its address says; the first one where the address says none of them. */
export function useTab(
  ...names: readonly [string, ...string[]]
): readonly [string, (name: string | null) => void] {
  const [{ tab }, change] = useSearchState(given)
  const [first] = names
  return [
    names.includes(tab) ? tab : first,
    (name) => change({ tab: name === null || name === first ? '' : name }),
  ]
}
