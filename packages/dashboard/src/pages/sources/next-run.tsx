import type { DataOf } from '../../api/operation-types.ts'
import { explainMoment } from '../../format/format-time.ts'
import { useNowSec } from '../../parts/value/moment.tsx'
import { tellAhead } from './source-words.ts'

type Source = DataOf<'getSource'>

interface NextRunProps {
  readonly source: Pick<Source, 'next_run_at' | 'is_running'>
}

/** When the network is asked again. */
export function NextRun({ source: { next_run_at: at, is_running: isRunning } }: NextRunProps) {
  const nowSec = useNowSec()
  if (isRunning) return <span>now</span>
  if (at === null) return <span className="faint">–</span>
  return (
    <time className="num" dateTime={new Date(at * 1000).toISOString()} title={explainMoment(at)}>
      {tellAhead(at, nowSec)}
    </time>
  )
}
