import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { tellEffects } from '../tell-run.ts'

type Run = DataOf<'getSourceRun'>

/** Lets a run that waits count, or leaves it aside; both ask first. */
export function DecideRun({ run }: { readonly run: Run }) {
  const [hasLooked, setLooked] = useState(false)
  const apply = useChange('applySourceRun')
  const discard = useChange('discardSourceRun')
  const path = { runId: run.id }
  const { counts } = run
  const isFirst = run.cause === 'first'
  return (
    <div className="source-go stack">
      <div className="source-dock">
        <ConfirmButton
          verb="Apply the run"
          button={{ variant: 'filled', fullWidth: true }}
          isIncomplete={!isFirst && !hasLooked}
          onConfirm={async () => {
            await apply.mutateAsync({ path })
            toast('The run counts.')
          }}
        >
          <div className="stack">
            <ul className="run-asked">
              {tellEffects(counts, { isPast: false }).map(({ name, strong, text }) => (
                <li key={name}>
                  <b>{strong}</b> <span className="muted">{text}</span>
                </li>
              ))}
            </ul>
            <p className="muted sm">All of it at once; you can take it back for 30 days.</p>
            {!isFirst && (
              <Checkbox
                label={`I have looked at it. ${run.message ?? ''}`}
                checked={hasLooked}
                onChange={(event) => setLooked(event.currentTarget.checked)}
              />
            )}
          </div>
        </ConfirmButton>
      </div>
      <ConfirmButton
        verb="Leave the run aside"
        button={{ fullWidth: true }}
        onConfirm={async () => {
          await discard.mutateAsync({ path })
          toast('The run is left aside.')
        }}
      >
        <p>
          The offers stay as they are. The next run is judged anew, and waits again if nothing is otherwise.
        </p>
      </ConfirmButton>
      <p className="muted xs">
        {isFirst
          ? 'Later runs count by themselves, unless they would pause many offers, move prices far, show many to everybody, or lack offers.'
          : 'A later run that is within bounds takes its place by itself.'}
      </p>
    </div>
  )
}
