import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { useNowSec } from '../../../parts/value/moment.tsx'
import { tellAhead } from '../source-words.ts'
import { tellUndo } from '../tell-run.ts'

interface UndoRunProps {
  readonly run: DataOf<'getSourceRun'>
  readonly source: DataOf<'getSource'> | undefined
}

/** Takes a run back: it says what goes back, and pauses the source unless told otherwise. */
export function UndoRun({ run, source }: UndoRunProps) {
  const [isPausing, setPausing] = useState(true)
  const undo = useChange('undoSourceRun')
  const nowSec = useNowSec()
  const next = source?.next_run_at ?? null
  return (
    <div className="source-go">
      <div className="source-dock">
        <ConfirmButton
          verb="Undo the run"
          label="Undo…"
          button={{ fullWidth: true }}
          onConfirm={async () => {
            await undo.mutateAsync({ path: { runId: run.id }, body: { pause: isPausing } })
            toast(isPausing ? 'The run is taken back, and the source is paused.' : 'The run is taken back.')
          }}
        >
          <div className="stack">
            <ul className="run-asked">
              {tellUndo(run).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            {source?.is_paused === true ? (
              <p className="muted sm">The source is paused, so that no run brings it again.</p>
            ) : (
              <>
                <p>
                  The next run{next === null ? '' : `, ${tellAhead(next, nowSec)},`} would bring the same
                  again.
                </p>
                <Checkbox
                  label="Pause the source, so that it does not"
                  checked={isPausing}
                  onChange={(event) => setPausing(event.currentTarget.checked)}
                />
              </>
            )}
          </div>
        </ConfirmButton>
      </div>
    </div>
  )
}
