import { useSyncExternalStore } from 'react'
import { Icon } from '../parts/value/icon.tsx'

/** Says that the figures are old while there is no connection. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine)
  if (isOnline) return null
  return (
    <p className="notice warning" role="status">
      <Icon name="mute" />
      You are offline. What you see was true when the connection went; it goes on by itself.
    </p>
  )
}

function follow(listener: () => void): () => void {
  for (const event of ['online', 'offline']) addEventListener(event, listener)
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, listener)
  }
}
