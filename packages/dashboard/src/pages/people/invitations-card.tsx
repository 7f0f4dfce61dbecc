import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { InvitationsView } from './invitations-view.tsx'

/** Invitations that nobody has used yet. */
export function InvitationsCard() {
  const { data, error, refetch } = useOperation('listInvitations', {})
  const { mutateAsync } = useChange('revokeInvitation', { renews: ['listInvitations'] })
  return (
    <InvitationsView
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      onRevoke={(invitationId) => mutateAsync({ path: { invitationId } })}
    />
  )
}
