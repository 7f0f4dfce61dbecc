import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { Icon } from '../parts/value/icon.tsx'
import { followOlderPage, isOlderPage } from './older-page.ts'

/** Leads on where the server has become newer than the page, and refused what it sent. */
export function OlderPageNotice() {
  const isOlder = useSyncExternalStore(followOlderPage, isOlderPage)
  if (!isOlder) return null
  return (
    <p className="notice warning" role="alert">
      <Icon name="bang" />
      <span>This page is older than the server.</span>
      <Button size="xs" onClick={() => location.reload()}>
        Reload
      </Button>
    </p>
  )
}
