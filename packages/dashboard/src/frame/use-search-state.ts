import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * The state of a page that stands in its address: filters, sort, range, the open drawer. Give every name with what it is
 * when the address does not say; a value that is the given one is left out of the address.
 */
export function useSearchState<State extends Readonly<Record<string, string>>>(
  given: State,
): readonly [State, (change: Partial<State>, options?: { isStep?: boolean }) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const found: Readonly<Record<string, unknown>> = search
  const state = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, textOf(found[name]) ?? value]),
  ) as State // the same names, all texts
  const change = useCallback(
    (changed: Partial<State>, { isStep = false }: { isStep?: boolean } = {}) => {
      const next = { ...found, ...changed }
      const left = Object.entries(next).filter(([name, value]) => value !== given[name] && value !== '')
      // A step can be taken back by the browser's button: a drawer that opens. A filter is no step.
      navigate({ to: '.', search: Object.fromEntries(left), replace: !isStep, resetScroll: false })
    },
    [navigate, found, given],
  )
  return [state, change]
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
