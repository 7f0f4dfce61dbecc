import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 900px)')

/** Whether the page is too narrow for a sidebar and for tables. */
export function usePhone(): boolean {
  return useSyncExternalStore(follow, () => narrow.matches)
}

function follow(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
