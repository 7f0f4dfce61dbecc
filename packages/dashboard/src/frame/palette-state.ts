import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** The search over everything: opened by a button and by the keyboard, loaded when it is first opened. */
export function openPalette(): void {
  setOpen(true)
}

export function closePalette(): void {
  setOpen(false)
}

function setOpen(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
  )
}
