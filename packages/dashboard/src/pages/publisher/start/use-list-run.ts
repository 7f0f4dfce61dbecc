import { useState } from 'react'
import { useManagedChange } from '../../../frame/publisher/use-managed.ts'

export interface ListAnswer {
  readonly status: number
  readonly ms: number
  readonly text: string
  /** Offers of a test user, each with the link that they would follow. */
  readonly links: readonly { readonly name: string; readonly link: string; readonly reward: string }[]
  /** With it the wall can be opened as this user. */
  readonly token: string
}

/** Whom pages try calls as. */
export const testUser = 'test-user'
const listedMax = 4

/** Opens a browser session of a user in test mode, and asks for the test offers with its rights. */
export function useListRun() {
  const { mutateAsync } = useManagedChange('openMySession', { renews: [] })
  const [answer, setListAnswer] = useState<ListAnswer>()
  const [error, setError] = useState<unknown>()
  const [isRunning, setRunning] = useState(false)
  const run = async (userId: string) => {
    setRunning(true)
    setError(undefined)
    try {
      const { data } = await mutateAsync({ body: { mode: 'test', userId } })
      setListAnswer(await listAs(data.token, { userId, limit: String(listedMax), category: 'test' }))
    } catch (reason) {
      setError(reason)
    } finally {
      setRunning(false)
    }
  }
  return { run, answer, isRunning, error }
}

async function listAs(token: string, query: Readonly<Record<string, string>>): Promise<ListAnswer> {
  const began = performance.now()
  const response = await fetch(`/api/v1/offers?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body: unknown = await response.json()
  const ms = Math.round(performance.now() - began)
  return { token, status: response.status, ms, text: JSON.stringify(body, null, 2), links: linksOf(body) }
}

function linksOf(body: unknown): ListAnswer['links'] {
  const rows = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => {
    const offer = typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {}
    const { name, link, payout_local: reward } = offer
    const isWhole = typeof name === 'string' && typeof link === 'string'
    return isWhole ? [{ name, link, reward: String(reward ?? '') }] : []
  })
}
