import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../../parts/value/icon.tsx'
import { placeOf, useHere, useMySession } from './use-here.ts'
import { useOwnApps } from './use-own-app.ts'

const texts = {
  waiting:
    'Your account waits for approval. Until then you can do everything with test data: make keys, list offers, receive callbacks.',
  suspended:
    'Your account is suspended. Quoin refuses your apps, and you can change nothing. Your earnings stay here. Ask the platform.',
} as const

/** Says on every page that the publisher is not active or the app is paused, and what goes on nevertheless. */
export function StatusBanner() {
  const here = useHere()
  const { app } = useOwnApps()
  const session = useMySession()
  if (session !== undefined && session.publisher_status !== 'active')
    return <Banner>{texts[session.publisher_status]}</Banner>
  if (here.appId === '' || app?.id !== here.appId || !app.is_paused) return null
  return (
    <Banner>
      This app is paused: its live lists are empty and live links lead to the fallback. It goes on under{' '}
      <Link to={placeOf(here, 'settings', here.appId)}>Settings</Link>.
    </Banner>
  )
}

function Banner({ children }: { readonly children: ReactNode }) {
  return (
    <div className="view-banner" role="status">
      <Icon name="bang" />
      <p className="grow">{children}</p>
    </div>
  )
}
