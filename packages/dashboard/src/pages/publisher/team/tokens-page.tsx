import { useManaged, useManagedChange } from '../../../frame/publisher/use-managed.ts'
import { TokensView } from '../../people/tokens-view.tsx'
import { memberRoleOptions } from './member-roles.ts'

const renews = { renews: ['listMyTokens'] } as const

/** Tokens of the publisher's programs for the management API. */
export function OwnTokensPage() {
  const { data, error, refetch } = useManaged('listMyTokens')
  const revoke = useManagedChange('revokeMyToken', renews)
  const make = useManagedChange('createMyToken', renews)
  return (
    <TokensView
      lead={
        <>
          Tokens are for programs that call the management API, <code>/manage/v1</code>, as{' '}
          <code>Authorization: Bearer</code>. Your app’s server needs none: it has keys and secrets.
        </>
      }
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      roles={memberRoleOptions}
      onRevoke={(tokenId) => revoke.mutateAsync({ path: { tokenId } })}
      onMake={async (body) => (await make.mutateAsync({ body })).data.token}
    />
  )
}
