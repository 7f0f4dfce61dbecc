import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useHere } from '../../../frame/publisher/use-here.ts'
import { useManagedChange, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { copyText } from '../../../parts/feedback/copy-text.ts'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { beginnings, type ConsoleCall, methodOf, methods, writeCurl, writePretty } from './console-call.ts'
import './console-page.css'

type Answer = DataOf<'callApiAsApp'>

/** Calls of the API with the rights of the app, from the page: no secret has to be at hand. */
export function ConsolePage() {
  const mayCall = useMayManage('developer')
  return (
    <>
      <PageHeader title="Console">
        Send a call of the API with the rights of this app and read the answer. The secret stays on the
        server.
      </PageHeader>
      {mayCall ? (
        <Console />
      ) : (
        <section className="card">
          <EmptyState title="Developers send calls here">
            You may read. An owner can make you a developer under Team.
          </EmptyState>
        </section>
      )}
    </>
  )
}

function Console() {
  const { mode } = useHere()
  const [call, setCall] = useState<ConsoleCall>(beginnings[0])
  const [shown, setShown] = useState<{ readonly call: ConsoleCall; readonly answer: Answer }>()
  const { mutateAsync, isPending, error } = useManagedChange('callApiAsApp', { renews: ['listMyCalls'] })
  const change = (changed: Partial<ConsoleCall>) => setCall({ ...call, ...changed })
  const send = async () => {
    const { method, path, body } = call
    const { data } = await mutateAsync({
      body: { mode, method, path, ...(method === 'POST' && { body }) },
    })
    setShown({ call, answer: data })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The failure stands beside the form.
    if (!isWriting) void send().catch(() => {})
  }
  const isWriting = mode === 'live' && call.method !== 'GET'
  return (
    <div className="console">
      <form className="card" onSubmit={submit} aria-labelledby="console-call">
        <div className="card-head">
          <h2 id="console-call">Call</h2>
        </div>
        <div className="card-body stack">
          <div className="console-line">
            <NativeSelect
              label="Begin with"
              data={beginnings.map(({ name }) => name)}
              value={call.name}
              onChange={(event) =>
                setCall(beginnings.find(({ name }) => name === event.currentTarget.value) ?? call)
              }
            />
            <NativeSelect
              label="Method"
              data={[...methods]}
              value={call.method}
              onChange={(event) => change({ method: methodOf(event.currentTarget.value) })}
            />
          </div>
          <Textarea
            label="Path and query"
            className="console-path"
            value={call.path}
            maxLength={4_096}
            rows={3}
            spellCheck={false}
            onChange={(event) => change({ path: event.currentTarget.value.replaceAll(/\s/g, '') })}
          />
          {call.method === 'POST' && (
            <Textarea
              label="Body, JSON"
              className="console-path"
              value={call.body}
              rows={6}
              spellCheck={false}
              onChange={(event) => change({ body: event.currentTarget.value })}
            />
          )}
          <div className="row">
            {isWriting ? (
              <ConfirmButton verb="Send the live call" onConfirm={send} button={{ variant: 'filled' }}>
                The call changes live data, like a call of your server. The audit log keeps it.
              </ConfirmButton>
            ) : (
              <Button type="submit" variant="filled" loading={isPending}>
                Send
              </Button>
            )}
            <span className="sm muted">{mode === 'test' ? 'Among test data' : 'Among live data'}</span>
          </div>
          {error !== null && !isWriting && <Failure what="The call was not sent" error={error} />}
        </div>
      </form>
      <section className="card" aria-labelledby="console-answer" aria-live="polite">
        <div className="card-head">
          <h2 id="console-answer" className="grow">
            Answer
          </h2>
          {shown && <CopyAsCurl call={shown.call} />}
        </div>
        {shown ? (
          <Shown answer={shown.answer} />
        ) : (
          <EmptyState title="Nothing was sent yet">
            You see the answer here with its status, headers and latency, and the call as a line of curl.
          </EmptyState>
        )}
      </section>
    </div>
  )
}

function CopyAsCurl({ call }: { readonly call: ConsoleCall }) {
  const copy = async () => {
    await copyText(writeCurl(location.origin, call))
  }
  return <Button onClick={() => void copy()}>Copy as curl</Button>
}

function Shown({ answer }: { readonly answer: Answer }) {
  return (
    <div className="card-body stack">
      <div className="row wrap">
        <span className={`chip ${answer.status < 400 ? 'success' : 'danger'}`}>{answer.status}</span>
        <span className="sm num">{answer.latency_ms} ms</span>
      </div>
      <dl className="console-headers xs">
        {Object.entries(answer.headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className="console-body" tabIndex={0}>
        <code>{writePretty(answer.body)}</code>
      </pre>
      {answer.is_cut && <p className="xs muted">There is more: the first 64 KiB are shown.</p>}
    </div>
  )
}
