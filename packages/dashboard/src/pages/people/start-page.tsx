import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Door } from './door.tsx'

/** Leads people of the platform to its pages, and people of a publisher to theirs. */
export function StartPage() {
  const { data: account, error, refetch } = useOperation('getAccount', {})
  const navigate = useNavigate()
  const [first] = account?.publishers ?? []
  const to = account?.role ? '/ops' : first && `/o/${first.id}`
  useEffect(() => {
    if (to !== undefined) void navigate({ to, replace: true })
  }, [to, navigate])
  if (error !== null)
    return (
      <Door title="One moment">
        <Failure what="Your account could not be loaded" error={error} onRetry={() => void refetch()} />
      </Door>
    )
  if (account && to === undefined)
    return (
      <Door title="You belong nowhere yet" lead={`You are signed in as ${account.email}.`}>
        <p>Ask whoever runs this platform, or a colleague, to invite you.</p>
      </Door>
    )
  return <Door title="One moment">{null}</Door>
}
