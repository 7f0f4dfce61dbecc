import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { oldestAgeSec } from '../api/data-age.ts'

/** Says how old the page's figures may be, where they come from a replica of the database. */
export function DataAgeLine() {
  const cache = useQueryClient().getQueryCache()
  const ageSec = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => oldestAgeSec(cache.getAll()),
  )
  if (ageSec === undefined) return null
  return <p className="data-age">Figures of {ageSec} s ago, from a replica of the database</p>
}
