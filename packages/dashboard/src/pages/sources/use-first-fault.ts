import { type RefObject, useEffect, useRef } from 'react'

/** Leads to the first field that the server has refused. */
export function useFirstFault(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
}
