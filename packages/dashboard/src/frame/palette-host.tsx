import { lazy, Suspense, useEffect } from 'react'
import { areLetterKeysOn } from './letter-keys.tsx'
import { openPalette, usePaletteOpen } from './palette-state.ts'

const Palette = lazy(async () => ({ default: (await import('../pages/search/palette.tsx')).Palette }))

/** Listens for the keys of the search; the search itself is loaded when it is first opened. */
export function PaletteHost() {
  const isOpen = usePaletteOpen()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPalette = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k'
      const isSlash = event.key === '/' && areLetterKeysOn() && !isWriting(event.target)
      if (!isPalette && !isSlash) return
      event.preventDefault()
      openPalette()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return isOpen ? (
    <Suspense fallback={null}>
      <Palette />
    </Suspense>
  ) : null
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
