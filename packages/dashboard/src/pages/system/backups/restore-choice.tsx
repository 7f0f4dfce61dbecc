import { SegmentedControl, Select } from '@mantine/core'
import { formatFigure } from '../part-figure.ts'
import type { WholeCopy } from './backup-report.ts'
import { tellMoment } from './tell-moment.ts'

interface RestoreChoiceProps {
  /** All but the newest, the newest of them first. */
  readonly older: readonly WholeCopy[]
  readonly chosen: WholeCopy | undefined
  readonly nowSec: number
  /** Nothing is the newest one. */
  readonly onChoose: (backup: string) => void
}

/** More of a list nobody reads; the others are found by their day. */
const choicesShown = 60

const proofs: Readonly<Record<NonNullable<WholeCopy['proof']>, string>> = {
  held: ' · proved',
  failed: ' · failed its proof',
}

/** The newest copy, or which of the others. */
export function RestoreChoice({ older, chosen, nowSec, onChoose }: RestoreChoiceProps) {
  return (
    <div className="backups-choice">
      <SegmentedControl
        aria-label="The copy that is restored"
        value={chosen === undefined ? 'newest' : 'older'}
        onChange={(value) => onChoose(value === 'older' ? (older[0]?.backup ?? '') : '')}
        data={[
          { value: 'newest', label: 'Newest' },
          { value: 'older', label: 'An older one' },
        ]}
      />
      {chosen && (
        <Select
          aria-label="Older copy"
          data={older.map((copy) => ({ value: copy.backup, label: tellCopy(copy, nowSec) }))}
          value={chosen.backup}
          onChange={(name) => onChoose(name ?? '')}
          allowDeselect={false}
          searchable
          limit={choicesShown}
          nothingFoundMessage="No copy of that day"
        />
      )}
    </div>
  )
}

function tellCopy({ begun_at: at, bytes, proof }: WholeCopy, nowSec: number): string {
  return `${tellMoment(at, nowSec)} · ${formatFigure(bytes, 'bytes')}${proof === null ? '' : proofs[proof]}`
}
