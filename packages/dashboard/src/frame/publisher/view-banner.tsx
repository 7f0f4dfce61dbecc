import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../api/use-change.ts'
import { Icon } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { useMySession } from './use-here.ts'

/** Says on every page that somebody of the platform looks, and as what. */
export function ViewBanner() {
  const session = useMySession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useChange('endView', { renews: [] })
  if (!session?.is_view) return null
  const { publisher_id: publisherId } = session
  const endsAt = session.publishers.find(({ id }) => id === publisherId)?.view_ends_at
  const end = () =>
    mutate(
      { path: { publisherId } },
      {
        // Left first: what this page shows may not be asked for any more.
        onSuccess: () => void navigate({ to: '/ops' }).then(() => client.clear()),
      },
    )
  return (
    <div className="view-banner">
      <Icon name="user" />
      <p className="grow">
        You look at {session.publisher} for the platform
        {session.role === 'analyst' ? ', and can change nothing' : ', and may change everything'}. It stands
        in the audit log; until <Moment at={endsAt} as="moment" />.
      </p>
      <Button size="xs" loading={isPending} onClick={end}>
        End
      </Button>
    </div>
  )
}
