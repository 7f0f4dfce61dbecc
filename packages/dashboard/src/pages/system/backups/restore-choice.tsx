import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { viewerZone, zoneName } from '../../../format/format-time.ts'
import { formatFigure } from '../part-figure.ts'
import type { WholeCopy } from './backup-report.ts'
import { localText } from './local-moment.ts'
import { tellMoment } from './tell-moment.ts'

interface RestoreChoiceProps {
  /** All but the newest, the newest of them first. */
  readonly older: readonly WholeCopy[]
  readonly chosen: WholeCopy | undefined
  /** As the field has it, in local time; '' where no moment is chosen. */
  readonly moment: string
  readonly nowSec: number
  /** Nothing of both is the newest one. */
  readonly onChange: (choice: { readonly backup: string; readonly moment: string }) => void
}

const hourSec = 3_600

/** More of a list nobody reads; the others are found by their day. */
const choicesShown = 60

const proofs: Readonly<Record<NonNullable<WholeCopy['proof']>, string>> = {
  held: ' · proved',
  failed: ' · failed its proof',
}

/** The end of the log, a moment, or one of the older copies. */
export function RestoreChoice({ older, chosen, moment, nowSec, onChange }: RestoreChoiceProps) {
  const choose: Readonly<Record<string, () => void>> = {
    newest: () => onChange({ backup: '', moment: '' }),
    moment: () => onChange({ backup: '', moment: localText(nowSec - hourSec) }),
    older: () => onChange({ backup: older[0]?.backup ?? '', moment: '' }),
  }
  return (
    <div className="backups-choice">
      <SegmentedControl
        aria-label="The copy that is restored"
        value={moment !== '' ? 'moment' : chosen === undefined ? 'newest' : 'older'}
        onChange={(value) => choose[value]?.()}
        data={[
          { value: 'newest', label: 'Newest' },
          { value: 'moment', label: 'A moment' },
          ...(older.length === 0 ? [] : [{ value: 'older', label: 'An older one' }]),
        ]}
      />
      {moment !== '' && (
        <TextInput
          type="datetime-local"
          step={1}
          aria-label={`Moment, by the time of ${zoneName(viewerZone())}`}
          value={moment}
          onChange={({ currentTarget }) => onChange({ backup: '', moment: currentTarget.value })}
        />
      )}
      {chosen && (
        <Select
          aria-label="Older copy"
          data={older.map((copy) => ({ value: copy.backup, label: tellCopy(copy, nowSec) }))}
          value={chosen.backup}
          onChange={(name) => onChange({ backup: name ?? '', moment: '' })}
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
