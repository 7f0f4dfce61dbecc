import { QueryCache, MutationCache, QueryClient } from '@tanstack/react-query'
import { Refusal } from './refusal.ts'

const freshMs = 15_000
const retriesMax = 2

/** `onSignedOut` is called when an answer says that there is no session any more. */
export function openQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof Refusal && error.asksForSignIn) onSignedOut()
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
