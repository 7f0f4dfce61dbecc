import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { OnceShown } from '../people/once-shown.tsx'
import { bodyOf, draftOf, type Endpoint } from './receiver-draft.ts'
import { ReceiverForm } from './receiver-form.tsx'
import { RemoveCard, SecretCard } from './secret-card.tsx'

/** Where and how it is called, its secret, and its end. */
export function EndpointSetup({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <div className="endpoint-setup">
      <SetupForm endpoint={endpoint} />
      <div className="stack">
        <Ends endpoint={endpoint} />
      </div>
    </div>
  )
}

function SetupForm({ endpoint }: { readonly endpoint: Endpoint }) {
  const before = draftOf(endpoint)
  const [draft, setDraft] = useState(before)
  const [secret, setSecret] = useState<string>()
  const set = useChange('setCallbackEndpoint', {
    renews: ['getCallbackEndpoint', 'listCallbackEndpoints', 'previewCallbackSignature', 'listAudit'],
  })
  const { data: formats = [] } = useOperation('listCallbackFormats', {})
  const body = bodyOf(draft, before)
  const isChanged = Object.keys(body).length > 1
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { data } = await set.mutateAsync({ path: { appId: endpoint.app_id }, body })
    setSecret(data.secret ?? undefined)
    setDraft({ ...draft, url: '' })
    toast('It is set.')
  }
  return (
    <section className="card pad-card" aria-label="Set-up">
      {secret === undefined ? (
        <form className="stack" onSubmit={(event) => save(event).catch(() => {})}>
          <ReceiverForm
            draft={draft}
            onChange={(changed) => setDraft({ ...draft, ...changed })}
            error={set.error}
            formats={formats}
            address={endpoint.url}
          />
          {set.error !== null && <Failure what="Nothing was changed" error={set.error} />}
          <div className="row">
            <Button type="submit" variant="filled" loading={set.isPending} disabled={!isChanged}>
              Save
            </Button>
            {isChanged && <Button onClick={() => setDraft(before)}>Discard</Button>}
          </div>
        </form>
      ) : (
        <div className="stack">
          <OnceShown
            value={secret}
            label="Secret"
            note="The new format needs a secret of another form. Copy it now: it is not shown again."
            onStored={() => setSecret(undefined)}
          />
        </div>
      )}
    </section>
  )
}

function Ends({ endpoint }: { readonly endpoint: Endpoint }) {
  const path = { endpointId: endpoint.id }
  const rotate = useChange('rotateCallbackSecret', { renews: ['getCallbackEndpoint', 'listAudit'] })
  const remove = useChange('removeCallbackEndpoint')
  const navigate = useNavigate()
  return (
    <>
      <SecretCard
        endpoint={endpoint}
        onRotate={async () => (await rotate.mutateAsync({ path, body: {} })).data.secret}
      />
      <RemoveCard
        endpoint={endpoint}
        onRemove={async () => {
          await remove.mutateAsync({ path })
          await navigate({ to: '/ops/callbacks' })
        }}
      />
    </>
  )
}
