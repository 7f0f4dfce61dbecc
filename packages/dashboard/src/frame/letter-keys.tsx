import { type ReactNode, useSyncExternalStore } from 'react'

/** Kept in this browser, as the theme is. */
const storageKey = 'quoin-letter-keys'
const listeners = new Set<() => void>()

/** Whether a single key without Ctrl, Alt or Command does something: whoever dictates switches it off. */
export function areLetterKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    // A browser that keeps nothing cannot keep the choice: the safe one holds.
    return false
  }
}

export function setLetterKeys(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off')
  } catch {}
  for (const listener of listeners) listener()
}

export function useLetterKeys(): boolean {
  return useSyncExternalStore(follow, areLetterKeysOn)
}

/** Another tab may change it too. */
function follow(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** A hint at single keys: it is not there where they are switched off. */
export function LetterKeysHint({ children }: { readonly children: ReactNode }) {
  return useLetterKeys() ? children : null
}
