import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { Failure } from '../../parts/feedback/failure.tsx'

/** A name; its apps and people come afterwards. */
export function NewPublisher({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [isApproved, setApproved] = useState(false)
  const create = useChange('createPublisher', { renews: ['listPublishers'] })
  const navigate = useNavigate()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { data } = await create.mutateAsync({ body: { name, approved: isApproved } })
    onClose()
    await navigate({ to: `/ops/publishers/${data.id}` })
  }
  return (
    <Modal opened onClose={onClose} title="New publisher">
      <form className="stack" onSubmit={(event) => save(event).catch(() => {})}>
        <TextInput
          label="Name"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Checkbox
          label="Approve at once"
          description="Until it is approved, only the test credentials of its apps work."
          checked={isApproved}
          onChange={(event) => setApproved(event.currentTarget.checked)}
        />
        {create.error !== null && <Failure what="The publisher was not created" error={create.error} />}
        <div className="row">
          <Button type="submit" variant="filled" loading={create.isPending} disabled={name.trim() === ''}>
            Create the publisher
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  )
}
