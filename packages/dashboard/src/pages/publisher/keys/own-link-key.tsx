import { useState } from 'react'
import { useManaged, useManagedChange } from '../../../frame/publisher/use-managed.ts'
import { LinkKeyCard } from '../../apps/link-key-card.tsx'

/** The key of an app whose publisher builds links of its own and signs them; one for live and test. */
export function OwnLinkKey() {
  const [isShown, setShown] = useState(false)
  const { data, error } = useManaged('getMyLinkKey', {}, { isOff: !isShown })
  const rotate = useManagedChange('rotateMyLinkKey', { renews: ['getMyLinkKey'] })
  return (
    <LinkKeyCard
      shownKey={isShown ? data?.key : undefined}
      error={error}
      onShow={() => setShown(true)}
      onRotate={() => rotate.mutateAsync({})}
    >
      A secret of your servers. Those that build links or addresses of the wall themselves sign them with it,
      where the settings of the app ask for signed links; links from the list are signed already.
    </LinkKeyCard>
  )
}
