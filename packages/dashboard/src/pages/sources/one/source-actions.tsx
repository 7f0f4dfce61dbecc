import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { DataOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { formatMany } from '../../../format/format-number.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { explain } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { Icon } from '../../../parts/value/icon.tsx'
import { wordOfSource } from '../source-words.ts'

type Source = DataOf<'getSource'>

interface SourceActionsProps {
  readonly source: Source
  readonly onEdit: () => void
}

/** The deeds of an operator. Run now is the page's one action where nothing waits for a person. */
export function SourceActions({ source, onEdit }: SourceActionsProps) {
  return (
    <>
      <RunNow source={source} />
      <PauseSource source={source} />
      <Button leftSection={<Icon name="edit" />} onClick={onEdit}>
        Edit settings
      </Button>
      <RemoveSource source={source} />
    </>
  )
}

function RunNow({ source }: { readonly source: Source }) {
  const pull = useChange('pullSource')
  const isOne = !asksForMore(source) && !source.is_paused
  const act = async () => {
    await pull.mutateAsync({ path: { sourceId: source.id } })
    toast('The network is asked within seconds.')
  }
  const button = (
    <Button
      {...(isOne ? { variant: 'filled', fullWidth: true } : {})}
      leftSection={<Icon name="replay" />}
      loading={pull.isPending}
      disabled={source.is_paused || source.is_running}
      title={tellOff(source)}
      onClick={() => act().catch((error) => toast(`Not asked: ${explain(error)}`))}
    >
      Run now
    </Button>
  )
  return isOne ? <div className="source-dock">{button}</div> : button
}

/** A run to look at, or a key to set, is the action of the page. */
function asksForMore(source: Source): boolean {
  const word = wordOfSource(source)
  return word === 'Waiting' || word === 'Key refused'
}

function tellOff({ is_paused: isPaused, is_running: isRunning }: Source): string | undefined {
  if (isRunning) return 'A run is under way.'
  return isPaused ? 'Resume the source first.' : undefined
}

function PauseSource({ source }: { readonly source: Source }) {
  const update = useChange('updateSource')
  const isPaused = source.is_paused
  const isOne = isPaused && !asksForMore(source)
  const set = (next: boolean) =>
    update.mutateAsync({ path: { sourceId: source.id }, body: { isPaused: next } })
  const act = async () => {
    await set(!isPaused)
    toast(isPaused ? 'The source is asked again.' : 'The source is paused. Its offers stay as they are.', {
      undo: () => set(isPaused),
    })
  }
  const button = (
    <Button
      {...(isOne ? { variant: 'filled', fullWidth: true } : {})}
      leftSection={<Icon name={isPaused ? 'play' : 'pause'} />}
      loading={update.isPending}
      onClick={() => act().catch((error) => toast(`Nothing was changed: ${explain(error)}`))}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
  return isOne ? <div className="source-dock">{button}</div> : button
}

function RemoveSource({ source }: { readonly source: Source }) {
  // The page of what is gone asks for nothing more.
  const remove = useChange('deleteSource', { renews: ['listSources', 'listNeeds', 'listAudit'] })
  const navigate = useNavigate()
  const shown = source.offers_shown
  return (
    <ConfirmButton
      verb="Remove the source"
      label="Remove…"
      isDestructive
      onConfirm={async () => {
        await remove.mutateAsync({ path: { sourceId: source.id } })
        toast(`${source.name} is removed.`)
        await navigate({ to: '/ops/sources' })
      }}
    >
      <p>
        Its key and its runs are deleted, and nobody asks the network any more.{' '}
        {shown === 0
          ? 'Its offers stay as they are.'
          : `${formatMany(shown, 'offer')} that users see ${shown === 1 ? 'stays' : 'stay'} as ${shown === 1 ? 'it is' : 'they are'}, without end: pause them by hand if they should go.`}
      </p>
    </ConfirmButton>
  )
}
