const listeners = new Set<() => void>()
let isOlder = false

/** From now on every page says that it is older than the server. */
export function noteOlderPage(): void {
  isOlder = true
  for (const listener of listeners) listener()
}

export function isOlderPage(): boolean {
  return isOlder
}

export function followOlderPage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
