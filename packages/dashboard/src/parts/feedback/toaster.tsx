import { useEffect, useSyncExternalStore } from 'react'
import { Icon } from '../value/icon.tsx'
import './toaster.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly undo?: () => unknown
}

/** The time for which a message stands there, and its Undo. */
export const shownMs = 6_000
const toastsMax = 3
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Says that something worked; errors stay beside their cause instead. `undo` takes it back. Returns how to close it. */
export function toast(text: string, { undo }: { readonly undo?: () => unknown } = {}): () => void {
  lastId += 1
  const id = lastId
  change([...toasts, { id, text, ...(undo ? { undo } : {}) }].slice(-toastsMax))
  return () => dismiss(id)
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function dismiss(id: number): void {
  change(toasts.filter((one) => one.id !== id))
}

export function Toaster() {
  const shown = useSyncExternalStore(follow, () => toasts)
  return (
    <div className="toaster" role="status" aria-live="polite">
      {shown.map((one) => (
        <ToastCard key={one.id} {...one} />
      ))}
    </div>
  )
}

function ToastCard({ id, text, undo }: Toast) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), shownMs)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div className="toast">
      <Icon name="check" />
      <span className="grow">{text}</span>
      {undo && (
        <button
          type="button"
          onClick={() => {
            dismiss(id)
            undo()
          }}
        >
          Undo
        </button>
      )}
      <button type="button" aria-label="Close this message" onClick={() => dismiss(id)}>
        <Icon name="cross" />
      </button>
    </div>
  )
}
