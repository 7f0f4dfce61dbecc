/** Messages of the wall to the page that shows it; they prove nothing. */
type WallMessageType = 'ready' | 'resize' | 'offer_click' | 'reward' | 'session_expired'

interface Host {
  readonly id: string
  readonly origin: string
  readonly collect: string | null
}

interface Bridge {
  readonly isFramed: boolean
  /** The host's word about collecting: off, minimal, full, or ask. */
  readonly collect: string | null
  tell(type: WallMessageType, data: unknown): void
  onMessage(listen: (type: string, data: unknown) => void): void
}

/**
 * Speaks with the page around: its id and origin stand behind the `#` of the wall's address. Messages go to that origin
 * alone, and only when the app names it; answers are heard from the parent with that very origin.
 */
export function openBridge(origins: readonly string[], isAnybody: boolean): Bridge {
  const host = readHost()
  const isFramed = window.parent !== window
  const mayTell = host !== undefined && isFramed && (isAnybody || origins.includes(host.origin))
  return {
    isFramed,
    collect: host?.collect ?? null,
    tell(type, data) {
      if (mayTell) window.parent.postMessage({ quoin: 1, wall: host.id, type, data }, host.origin)
    },
    onMessage(listen) {
      if (!mayTell) return
      window.addEventListener('message', ({ source, origin, data }) => {
        if (source !== window.parent || origin !== host.origin) return
        if (data?.quoin === 1 && data.wall === host.id) listen(String(data.type), data.data)
      })
    },
  }
}

function readHost(): Host | undefined {
  const given = new URLSearchParams(location.hash.slice(1))
  const [id, origin] = [given.get('quoin'), given.get('origin')]
  return id === null || origin === null ? undefined : { id, origin, collect: given.get('collect') }
}
