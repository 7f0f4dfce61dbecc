import { useManaged, useManagedChange } from '../../../frame/publisher/use-managed.ts'
import { InvitationsView } from '../../people/invitations-view.tsx'

/** Invitations that nobody has used yet. */
export function OpenInvitations() {
  const { data, error, refetch } = useManaged('listMyInvitations')
  const { mutateAsync } = useManagedChange('revokeMyInvitation', { renews: ['listMyInvitations'] })
  return (
    <InvitationsView
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      onRevoke={(invitationId) => mutateAsync({ path: { invitationId } })}
    />
  )
}
