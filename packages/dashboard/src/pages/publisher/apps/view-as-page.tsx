import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import '../../people/door.css'

/** Where an operator says why they look at a publisher's pages; then they do, for an hour. */
export function ViewAsPage() {
  const { publisherId = '' } = useParams({ strict: false })
  const mayView = useMayAct('operator')
  const [reason, setReason] = useState('')
  const [mayChange, setMayChange] = useState(false)
  const { data: publisher } = useOperation('getPublisher', { path: { publisherId } })
  const name = publisher?.name ?? 'this publisher'
  const { mutateAsync, isPending, error } = useChange('beginView', { renews: [] })
  const client = useQueryClient()
  const navigate = useNavigate()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await mutateAsync({ body: { publisherId: Number(publisherId), reason, mayChange } })
    client.clear()
    await navigate({ to: `/o/${publisherId}` })
  }
  if (!mayView)
    return (
      <EmptyState title="This is for operators">Your role can only read the operator’s pages.</EmptyState>
    )
  return (
    <>
      <PageHeader title={`View as ${name}`}>
        For an hour you see the pages that the people of {name} see. The audit log keeps it.
      </PageHeader>
      <section className="card settings-card">
        <form onSubmit={(event) => void submit(event).catch(() => {})}>
          <TextInput
            label="Reason"
            description="The publisher’s question, a ticket."
            required
            minLength={3}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Checkbox
            label="I must change something in their name"
            checked={mayChange}
            onChange={(event) => setMayChange(event.currentTarget.checked)}
          />
          {error !== null && <Failure what="You cannot look" error={error} />}
          <Button type="submit" variant="filled" loading={isPending}>
            View as {name}
          </Button>
        </form>
      </section>
    </>
  )
}
