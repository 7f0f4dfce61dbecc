import { Button, Modal, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { OnceShown } from '../people/once-shown.tsx'
import { bodyOf, newReceiver } from './receiver-draft.ts'
import { ReceiverForm } from './receiver-form.tsx'
import './callbacks.css'

interface NewReceiverProps {
  readonly app: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Sets up where an app is told of its conversions; then its secret, shown once. */
export function NewReceiver({ app, onClose }: NewReceiverProps) {
  const [draft, setDraft] = useState(newReceiver)
  const set = useChange('setCallbackEndpoint', { renews: ['listCallbackEndpoints'] })
  const { data: formats = [] } = useOperation('listCallbackFormats', {})
  const navigate = useNavigate()
  const made = set.data?.data
  const finish = async () => {
    onClose()
    if (made) await navigate({ to: `/ops/callbacks/${made.id}`, search: { tab: 'test' } })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { data } = await set.mutateAsync({ path: { appId: app.id }, body: bodyOf(draft, newReceiver) })
    if (data.secret === null) {
      onClose()
      await navigate({ to: `/ops/callbacks/${data.id}`, search: { tab: 'test' } })
    }
  }
  return (
    <Modal
      opened
      onClose={() => void finish()}
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      title={made ? 'Its secret' : `New receiver for ${app.name}`}
    >
      {made?.secret ? (
        <div className="stack">
          <OnceShown
            value={made.secret}
            label="Secret"
            note="Give it to the receiver, which checks signatures with it. We cannot show it again."
            onStored={() => void finish()}
          />
        </div>
      ) : (
        <form className="stack" onSubmit={(event) => save(event).catch(() => {})}>
          <TextInput
            label="Name"
            description="The name tells the receivers of an app apart. A name that exists changes that receiver."
            required
            maxLength={100}
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <ReceiverForm
            draft={draft}
            onChange={(changed) => setDraft({ ...draft, ...changed })}
            error={set.error}
            formats={formats}
          />
          {set.error !== null && <Failure what="The receiver was not set up" error={set.error} />}
          <div className="row">
            <Button type="submit" variant="filled" loading={set.isPending} disabled={draft.url === ''}>
              Set it up
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </form>
      )}
    </Modal>
  )
}
