import { Button, Select, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Loading } from '../../parts/feedback/loading.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { QuietHours } from './quiet-hours.tsx'

type Channel = DataOf<'listAlertChannels'>['channels'][number]

/** The channels that alerts are sent to, and the quiet hours. */
export function AlertChannels() {
  const { data, error, refetch } = useOperation('listAlertChannels', {})
  const mayChange = useMayAct('operator')
  return (
    <div className="stack">
      <section className="card">
        {error && !data && (
          <Failure
            what="The receivers of alerts could not be loaded"
            error={error}
            onRetry={() => refetch()}
          />
        )}
        {!data && !error && <Loading what="the receivers of alerts" isInCard />}
        {data?.channels.length === 0 && (
          <EmptyState icon="alert" title="Nobody is told yet">
            Add the webhook of a chat. It gets a message when something needs a person, and another when it is
            over.
          </EmptyState>
        )}
        <ul className="rules">
          {data?.channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} mayChange={mayChange} />
          ))}
        </ul>
        {mayChange && <NewChannel />}
      </section>
      {data && <QuietHours quiet={data.quiet} mayChange={mayChange} />}
    </div>
  )
}

function ChannelRow({ channel, mayChange }: { readonly channel: Channel; readonly mayChange: boolean }) {
  const { id, name, kind, address, on, last_sent_at, last_failure } = channel
  const path = { channelId: id }
  const change = useChange('changeAlertChannel')
  const remove = useChange('removeAlertChannel')
  const test = useChange('testAlertChannel')
  const tested = test.data?.data
  return (
    <li>
      <Switch
        aria-label={`Send to ${name}`}
        checked={on}
        disabled={!mayChange || change.isPending}
        onChange={(event) => change.mutate({ path, body: { on: event.currentTarget.checked } })}
      />
      <div className="grow">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p className="sm muted">
          {kind === 'email' ? 'E-mail' : 'Webhook'} · <bdi>{address}</bdi>
          {last_sent_at !== null && (
            <>
              {' '}
              · last sent <Moment at={last_sent_at} />
            </>
          )}
        </p>
        {last_failure !== null && <p className="sm error-text">Last message: {last_failure}</p>}
        <p className="sm" role="status">
          {tested && (tested.sent ? 'The test message was taken.' : '')}
        </p>
        {test.error !== null && <Failure what="The test was not sent" error={test.error} />}
      </div>
      {mayChange && (
        <div className="row">
          <Button size="xs" loading={test.isPending} onClick={() => test.mutate({ path })}>
            Send a test
          </Button>
          <ConfirmButton
            verb={`Remove ${name}`}
            label="Remove…"
            isDestructive
            button={{ size: 'xs', variant: 'subtle' }}
            onConfirm={() => remove.mutateAsync({ path })}
          >
            It is told nothing more.
          </ConfirmButton>
        </div>
      )}
    </li>
  )
}

function NewChannel() {
  const [kind, setKind] = useState('webhook')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const create = useChange('createAlertChannel')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { body: { kind, name, address } },
      {
        onSuccess() {
          setName('')
          setAddress('')
          toast(`Alerts are sent to “${name}”. Send a test.`)
        },
      },
    )
  }
  return (
    <form className="channel-form" onSubmit={submit}>
      <Select
        label="How"
        data={[
          { value: 'webhook', label: 'Webhook' },
          { value: 'email', label: 'E-mail' },
        ]}
        value={kind}
        onChange={(next) => setKind(next ?? 'webhook')}
        allowDeselect={false}
      />
      <TextInput
        label="Name"
        placeholder="On call"
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={kind === 'email' ? 'E-mail address' : 'URL'}
        placeholder={kind === 'email' ? 'oncall@example.com' : 'https://hooks.slack.com/services/…'}
        required
        className="grow"
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" loading={create.isPending}>
        Add
      </Button>
      {create.error !== null && <Failure what="It was not added" error={create.error} />}
    </form>
  )
}
