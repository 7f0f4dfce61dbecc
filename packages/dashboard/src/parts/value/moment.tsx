import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { useSyncExternalStore } from 'react'
import { explainMoment, formatAgo, formatClock, formatMoment } from '../../format/format-time.ts'

interface MomentProps {
  /** Unix seconds, as the API has them. */
  readonly at: number | null | undefined
  /** `ago`: how long ago within a day; `moment`: day and minute; `clock`: to the second. */
  readonly as?: 'ago' | 'moment' | 'clock'
}

/** A time in the viewer's zone; its title has the zone, UTC and the Unix second. */
export function Moment({ at, as = 'ago' }: MomentProps) {
  const nowSec = useNowSec()
  if (at === null || at === undefined) return <span className="faint">–</span>
  const text =
    as === 'clock' ? formatClock(at) : as === 'moment' ? formatMoment(at, nowSec) : formatAgo(at, nowSec)
  return (
    <time className="num" dateTime={new Date(at * 1000).toISOString()} title={explainMoment(at)}>
      {text}
    </time>
  )
}

/** The present, to a few seconds; all times of a page move together. */
export function useNowSec(): number {
  return useSyncExternalStore(followClock, () => present.sec)
}

const everyMs = 5_000
const present = { sec: secondsOf(Date.now()) }
const listeners = new Set<() => void>()

function followClock(listener: () => void): () => void {
  if (listeners.size === 0) tick()
  listeners.add(listener)
  const timer = setInterval(tick, everyMs)
  return () => {
    clearInterval(timer)
    listeners.delete(listener)
  }
}

function tick(): void {
  const sec = secondsOf(Date.now())
  if (sec - present.sec < everyMs / 2000) return
  present.sec = sec
  for (const listener of listeners) listener()
}
