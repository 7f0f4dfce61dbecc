import { useEffect, useRef } from 'react'
import { areLetterKeysOn } from './letter-keys.tsx'

/** Keys of the page, by their letter; not while somebody writes, nor in a dialog, nor where they are switched off. */
export function usePageKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      if (!areLetterKeysOn()) return
      const act = latest.current[event.key.toLowerCase()]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.closest(
      'input:not([type=checkbox]):not([type=radio]), textarea, [role=dialog], [role=listbox]',
    ) !== null
  )
}
