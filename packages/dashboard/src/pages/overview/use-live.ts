import { useEffect, useRef, useState } from 'react'
import { addressOfOperation } from '../../api/client.ts'
import type { RowOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'

type LiveEvent = RowOf<'listLive'>

const keptMax = 100
/** A browser gives a stream up that was refused; it is opened anew after this. */
const reopenMs = 10_000

interface Live {
  readonly shown: readonly LiveEvent[] | undefined
  /** How many came since; they stand here once they are asked for. */
  readonly waiting: number
  readonly show: () => void
  readonly error: unknown
  readonly onRetry: () => void
  readonly isOpen: boolean
}

/** The last events, and new ones while they are looked at. */
export function useLive(isPaused: boolean): Live {
  const first = useOperation('listLive', {})
  const [shown, setShown] = useState<readonly LiveEvent[]>()
  const [waiting, setWaiting] = useState<readonly LiveEvent[]>([])
  const [isOpen, setOpen] = useState(false)
  const [round, setRound] = useState(0)
  const known = useRef(shown)
  known.current = shown
  useEffect(() => setShown((before) => before ?? first.data), [first.data])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round opens the stream anew
  useEffect(() => {
    if (isPaused) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const source = new EventSource(addressOfOperation('followLive', {}))
    source.onopen = () => setOpen(true)
    source.onerror = () => {
      setOpen(false)
      if (source.readyState !== EventSource.CLOSED) return
      timer = setTimeout(() => setRound((before) => before + 1), reopenMs)
    }
    source.addEventListener('events', ({ data }: MessageEvent<string>) => {
      const events = JSON.parse(data) as readonly LiveEvent[] // the server's own, of the same contract
      const isKnown = new Set(known.current?.map(({ key }) => key))
      const fresh = events.filter(({ key }) => !isKnown.has(key)).toReversed()
      setWaiting((before) => [...fresh, ...before].slice(0, keptMax))
    })
    return () => {
      clearTimeout(timer)
      source.close()
      setOpen(false)
    }
  }, [isPaused, round])
  return {
    shown,
    waiting: waiting.length,
    show: () => {
      setShown((before) => [...waiting, ...(before ?? [])].slice(0, keptMax))
      setWaiting([])
    },
    error: first.error,
    onRetry: () => {
      void first.refetch()
      setRound((before) => before + 1)
    },
    isOpen,
  }
}
