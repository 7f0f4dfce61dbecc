import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMySession } from './use-here.ts'

/**
 * The pages of a publisher that waits for approval open on test data: live keys are refused until then, and live pages
 * are empty. It is done once, so that the switch still leads to live data.
 */
export function useTestUntilApproved(): void {
  const session = useMySession()
  const navigate = useNavigate()
  const { search } = useLocation()
  const isDone = useRef(false)
  useEffect(() => {
    if (session === undefined || isDone.current) return
    isDone.current = true
    if (session.publisher_status !== 'waiting' || 'mode' in search) return
    const next = { ...search, mode: 'test' }
    void navigate({ to: '.', search: next as Record<string, unknown>, replace: true, resetScroll: false })
  }, [session, navigate, search])
}
