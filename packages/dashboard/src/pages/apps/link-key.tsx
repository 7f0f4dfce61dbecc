import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { LinkKeyCard } from './link-key-card.tsx'
import type { App } from './setting-fields.ts'

/** The key by which a publisher's server signs links and addresses of the wall that it builds itself. */
export function LinkKey({ app }: { readonly app: App }) {
  const [isShown, setShown] = useState(false)
  const path = { appId: app.id }
  const { data, error } = useOperation('getLinkKey', { path }, { isOff: !isShown })
  const rotate = useChange('rotateLinkKey', { renews: ['getLinkKey', 'listAudit'] })
  return (
    <LinkKeyCard
      shownKey={isShown ? data?.key : undefined}
      error={error}
      onShow={() => setShown(true)}
      onRotate={() => rotate.mutateAsync({ path })}
    >
      The publisher’s server keeps this secret. It signs links and addresses of the wall with it.
    </LinkKeyCard>
  )
}
