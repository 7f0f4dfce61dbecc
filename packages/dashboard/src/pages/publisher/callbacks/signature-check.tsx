import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useManaged, useManagedChange, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'

/** How it is signed, and whether the publisher's server does the same. */
export function SignatureCheck({ endpointId }: { readonly endpointId: string }) {
  const mayCheck = useMayManage('developer')
  const [at] = useState(() => secondsOf(Date.now()))
  const path = { endpointId }
  const { data, error, refetch } = useManaged('showMySignature', { path, query: { at } })
  const check = useManagedChange('checkMySignature', { renews: [] })
  const [signature, setSignature] = useState('')
  const shown = data?.requests[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate({ path, body: { at, signature } })
  }
  return (
    <section className="card">
      <div className="card-head">
        <p className="sm muted">
          The conversion of this request is made up. The signature comes from the code that signs your
          callbacks.
        </p>
      </div>
      <div className="card-body stack">
        {error && !data && <Failure what="It could not be signed" error={error} onRetry={() => refetch()} />}
        {shown && shown.hash === null && <p>Nothing signs the callbacks of this endpoint.</p>}
        {shown && shown.hash !== null && (
          <div className="sent">
            <h3>1 · Text to sign</h3>
            <pre>{shown.signed_text}</pre>
            <h3>2 · We send, as {shown.into}</h3>
            <pre>{shown.digest}</pre>
            <p className="sm muted">
              {shown.hash}, written in {shown.encoding}. *** stands for the secret.
            </p>
          </div>
        )}
        {mayCheck && shown && shown.hash !== null && (
          <form className="stack" onSubmit={submit}>
            <TextInput
              label="Paste what your server computed"
              value={signature}
              onChange={(event) => setSignature(event.currentTarget.value)}
            />
            <div className="row">
              <Button
                type="submit"
                variant="filled"
                loading={check.isPending}
                disabled={signature.trim() === ''}
              >
                Check
              </Button>
            </div>
          </form>
        )}
        {check.error !== null && <Failure what="It was not checked" error={check.error} />}
        <div role="status">{check.data && <Verdict checked={check.data.data} />}</div>
      </div>
    </section>
  )
}

function Verdict({ checked }: { readonly checked: DataOf<'checkMySignature'> }) {
  const { is_same, mistake, tried } = checked
  if (is_same) return <p className="chip success">The same</p>
  return (
    <div className="stack">
      <p className="chip danger">Not the same</p>
      {mistake ? (
        <>
          <p>
            <b>{mistake.sentence}</b>
          </p>
          {mistake.sent !== null && <pre>{`We sent     ${mistake.sent}\nYou signed  ${mistake.signed}`}</pre>}
          <p>
            <b>Do this:</b> {mistake.remedy}
          </p>
        </>
      ) : (
        <p>We tried the known mistakes, and none fits: {tried.join(' · ')}.</p>
      )}
    </div>
  )
}
