import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useChange } from '../../api/use-change.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Door } from './door.tsx'

/** Ends the session of this browser. */
export function SignOutPage() {
  const client = useQueryClient()
  const { mutate, isSuccess, error } = useChange('signOut', { renews: [] })
  useEffect(() => {
    mutate({}, { onSuccess: () => client.clear() })
  }, [mutate, client])
  return (
    <Door title={isSuccess ? 'You are signed out' : 'Signing out'}>
      {error !== null && <Failure what="You are still signed in" error={error} onRetry={() => mutate({})} />}
      <p>
        <Link to="/sign-in">Sign in again</Link>
      </p>
    </Door>
  )
}
