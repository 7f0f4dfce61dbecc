import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useHere } from '../../../frame/publisher/use-here.ts'
import { useManaged, useManagedChange, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { bodyOf, draftOf, newReceiver, type ReceiverDraft } from '../../callbacks/receiver-draft.ts'
import { ReceiverForm } from '../../callbacks/receiver-form.tsx'
import { OnceShown } from '../../people/once-shown.tsx'
import { RequestPreview } from './request-preview.tsx'

interface CallbackSetupProps {
  /** Left out: one that is set up now. */
  readonly endpoint?: DataOf<'getMyCallbackEndpoint'> | undefined
  /** The names of those that are there. */
  readonly taken?: readonly string[]
  /** Stands above the form, and leaves with it once the secret is shown. */
  readonly intro?: ReactNode
}

const namesMax = 100

/** The address and the content of callbacks, with the very request beside them. */
export function CallbackSetup({ endpoint, taken = [], intro }: CallbackSetupProps) {
  const mayChange = useMayManage('developer')
  const { data: known } = useManaged('getMyCallbackFormats')
  const { draft, before, put, body, isChanged, set, save, made, show } = useSetup({ endpoint, taken })
  const isTaken = taken.includes(draft.name)
  if (made) return <MadeSecret secret={made.secret} onStored={() => void show(made.id, 'test')} />
  return (
    <>
      {intro}
      <section className="card" aria-label="Setup">
        <div className="card-head">
          <h2 className="grow">What arrives</h2>
          <span className="sm muted desk">The preview is made by the code that sends.</span>
        </div>
        <div className="card-body own-setup">
          <form className="stack" onSubmit={save}>
            <fieldset disabled={!mayChange} className="stack own-fields">
              {endpoint === undefined && taken.length > 0 && (
                <TextInput
                  label="Name"
                  description="The name tells the endpoints of an app apart."
                  required
                  maxLength={namesMax}
                  value={draft.name}
                  onChange={(event) => put({ name: event.currentTarget.value })}
                  error={isTaken ? 'An endpoint has this name already.' : undefined}
                />
              )}
              <ReceiverForm draft={draft} onChange={put} error={set.error} formats={known?.formats ?? []} />
            </fieldset>
            {draft.format === 'template' && <Macros names={known?.macros ?? []} />}
            {set.error !== null && <Failure what="It was not saved" error={set.error} />}
            {mayChange && (
              <div className="row">
                <Button
                  type="submit"
                  variant="filled"
                  loading={set.isPending}
                  disabled={!isChanged || draft.url === '' || isTaken}
                >
                  Save
                </Button>
                {endpoint && isChanged && <Button onClick={() => put(before)}>Discard</Button>}
              </div>
            )}
          </form>
          <RequestPreview
            body={draft.url === '' ? undefined : { ...body, name: draft.name }}
            isNew={endpoint === undefined}
          />
        </div>
      </section>
    </>
  )
}

/** The draft as it is filled in, and how it is saved. */
function useSetup({ endpoint, taken }: Required<Pick<CallbackSetupProps, 'taken'>> & CallbackSetupProps) {
  const { mode } = useHere()
  const [, changeAddress] = useSearchState({ endpoint: '', tab: 'setup' })
  const before = endpoint ? { ...draftOf(endpoint), url: endpoint.address } : newReceiver
  const [draft, setDraft] = useState<ReceiverDraft>(
    endpoint ? before : { ...newReceiver, name: freeName(mode === 'test' ? 'test' : 'main', taken), mode },
  )
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string }>()
  // A new one is asked for once its secret is stored: its page would take this one away with the secret in it.
  const set = useManagedChange('setMyCallbackEndpoint', endpoint === undefined ? { renews: [] } : {})
  const client = useQueryClient()
  const show = async (id: string, tab: string) => {
    await client.invalidateQueries()
    setMade(undefined)
    changeAddress({ endpoint: id, tab })
  }
  const body = bodyOf(draft, before)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const saving = set.mutateAsync({ body }).then(async ({ data }) => {
      toast('Saved. It is in force.')
      if (data.secret !== null) setMade({ id: data.id, secret: data.secret })
      else if (endpoint === undefined) await show(data.id, 'setup')
    })
    saving.catch(() => undefined) // shown beside the form
  }
  const put = (changed: Partial<ReceiverDraft>) => setDraft((one) => ({ ...one, ...changed }))
  return { draft, before, put, body, isChanged: Object.keys(body).length > 1, set, save, made, show }
}

interface MadeSecretProps {
  readonly secret: string
  readonly onStored: () => void
}

function MadeSecret({ secret, onStored }: MadeSecretProps) {
  return (
    <section className="card" aria-label="The secret">
      <div className="card-body stack own-secret">
        <h2>The secret, shown this once</h2>
        <OnceShown
          value={secret}
          label="Secret"
          note="Store it where your server finds it. It signs your callbacks."
          onStored={onStored}
        />
      </div>
    </section>
  )
}

function Macros({ names }: { readonly names: readonly string[] }) {
  return (
    <details className="sm">
      <summary>{names.length} macros</summary>
      <p className="own-macros">
        {names.map((name) => (
          <code key={name}>{`{${name}}`}</code>
        ))}
      </p>
    </details>
  )
}

/** `main`, then `main 2`: a name that is there would change that endpoint. */
function freeName(start: string, taken: readonly string[]): string {
  const next = Array.from({ length: taken.length + 1 }, (_, place) =>
    place === 0 ? start : `${start} ${place + 1}`,
  )
  return next.find((name) => !taken.includes(name)) ?? start
}
