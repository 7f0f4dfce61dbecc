import { QueryCache, MutationCache, QueryClient } from '@tanstack/react-query'
import { Refusal } from './refusal.ts'

const freshMs = 15_000
const retriesMax = 2

interface Listeners {
  /** An answer says that there is no session any more. */
  readonly onSignedOut: () => void
  /** The server is newer than the page. */
  readonly onOlderPage: () => void
}

export function openQueryClient({ onSignedOut, onOlderPage }: Listeners): QueryClient {
  const onError = (error: unknown) => {
    if (!(error instanceof Refusal)) return
    if (error.asksForSignIn) onSignedOut()
    if (error.asksForReload) onOlderPage()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: freshMs, retry: mayRetry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The server refuses the same call again, unless its limit or a fault of its own was the reason. */
function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= retriesMax) return false
  return !(error instanceof Refusal) || error.status >= 500
}
