import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { roleOptions } from './role-words.ts'
import { TokensView } from './tokens-view.tsx'

const renews = { renews: ['listTokens'] } as const

/** Tokens of programs for the operator API. */
export function TokensPage() {
  const { data, error, refetch } = useOperation('listTokens', {})
  const revoke = useChange('revokeToken', renews)
  const make = useChange('createToken', renews)
  return (
    <TokensView
      lead={
        <>
          Tokens are for programs that call the operator API as <code>Authorization: Bearer</code>.
        </>
      }
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      roles={roleOptions}
      onRevoke={(tokenId) => revoke.mutateAsync({ path: { tokenId } })}
      onMake={async (body) => (await make.mutateAsync({ body })).data.token}
    />
  )
}
