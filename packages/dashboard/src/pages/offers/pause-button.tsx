import { ActionIcon, Button } from '@mantine/core'
import type { RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { explain } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { Icon } from '../../parts/value/icon.tsx'

interface PauseButtonProps {
  readonly offer: Pick<RowOf<'listOffers'>, 'id' | 'name' | 'status'>
  readonly isSmall?: boolean
}

const renews = ['listOffers', 'getOffer', 'listAudit', 'showOfferAudience', 'explainOffer'] as const

/** Pauses or resumes at once; what was done can be taken back where it is told. */
export function PauseButton({ offer, isSmall = false }: PauseButtonProps) {
  const pause = useChange('pauseOffer', { renews })
  const resume = useChange('resumeOffer', { renews })
  const isActive = offer.status === 'active'
  const input = { path: { offerId: offer.id } }
  const act = async () => {
    const [does, undoes] = isActive ? [pause, resume] : [resume, pause]
    try {
      await does.mutateAsync(input)
      toast(`${offer.name} is ${isActive ? 'paused' : 'active'}.`, { undo: () => undoes.mutateAsync(input) })
    } catch (error) {
      toast(`${offer.name} did not change. ${explain(error)}`)
    }
  }
  const isBusy = pause.isPending || resume.isPending
  const verb = isActive ? 'Pause' : 'Resume'
  if (!isSmall) {
    return (
      <Button leftSection={<Icon name={isActive ? 'pause' : 'play'} />} loading={isBusy} onClick={act}>
        {verb}
      </Button>
    )
  }
  return (
    <ActionIcon
      className="above-row"
      aria-label={`${verb} ${offer.name}`}
      title={verb}
      loading={isBusy}
      onClick={act}
    >
      <Icon name={isActive ? 'pause' : 'play'} />
    </ActionIcon>
  )
}
