import type { DataOf, RowOf } from '../../../api/operation-types.ts'
import { formatCount } from '../../../format/format-number.ts'
import { KpiStrip } from '../../../parts/figures/kpi-strip.tsx'
import { useNowSec } from '../../../parts/value/moment.tsx'
import { tellAhead, tellOffers } from '../source-words.ts'

interface SourceFiguresProps {
  readonly source: DataOf<'getSource'>
  /** Undefined while they are on their way. */
  readonly runs: readonly RowOf<'listSourceRuns'>[] | undefined
}

/** Its figures of now. */
export function SourceFigures({ source, runs }: SourceFiguresProps) {
  const nowSec = useNowSec()
  const read = runs?.find(({ state }) => state !== 'running' && state !== 'failed')
  const next = source.next_run_at
  return (
    <KpiStrip
      label="Figures of the source"
      kpis={[
        { name: 'shown', label: 'Offers shown to users', value: formatCount(source.offers_shown) },
        {
          name: 'read',
          label: 'In the last whole run',
          value: runs === undefined ? undefined : read === undefined ? '–' : tellOffers(read),
          title: 'Offers that came; then, where it differs, the number by the network’s own count',
        },
        {
          name: 'next',
          label: 'Next run',
          value: source.is_running ? 'now' : next === null ? '–' : tellAhead(next, nowSec),
        },
        { name: 'part', label: 'Publishers earn', value: `${source.payout_percent} %` },
      ]}
    />
  )
}
