import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { OnceShown } from '../people/once-shown.tsx'
import { CurrencyPreview } from './currency-preview.tsx'
import { roundingOptions } from './setting-fields.ts'

interface NewAppProps {
  /** Whose it will be; chosen here unless given. */
  readonly publisher?: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

const publishersMax = 100

/** A name, a publisher, a currency; then its credentials, shown once. */
export function NewApp({ publisher, onClose }: NewAppProps) {
  const [made, setMade] = useState<DataOf<'createApp'>>()
  const navigate = useNavigate()
  const finish = async () => {
    onClose()
    if (made) await navigate({ to: `/ops/apps/${made.id}` })
  }
  return (
    <Modal
      opened
      onClose={finish}
      closeOnClickOutside={made === undefined}
      closeOnEscape={made === undefined}
      title={made ? 'Its credentials' : 'New app'}
    >
      {made ? (
        <div className="stack">
          <OnceShown
            value={credentialsText(made)}
            label="Credentials"
            note="Copy the secrets now. We do not keep them and cannot show them again."
            onStored={() => void finish()}
          />
        </div>
      ) : (
        <NewAppForm publisher={publisher} onMade={setMade} onClose={onClose} />
      )}
    </Modal>
  )
}

function credentialsText({ live, test }: DataOf<'createApp'>): string {
  return [
    `API key (live): ${live.api_key}`,
    `API secret (live): ${live.api_secret}`,
    `API key (test): ${test.api_key}`,
    `API secret (test): ${test.api_secret}`,
  ].join('\n')
}

interface NewAppFormProps {
  readonly publisher: NewAppProps['publisher']
  readonly onMade: (made: DataOf<'createApp'>) => void
  readonly onClose: () => void
}

function NewAppForm({ publisher, onMade, onClose }: NewAppFormProps) {
  const [draft, setDraft] = useState({ name: '', publisherId: publisher?.id ?? '', ...startCurrency })
  const set = (changed: Partial<typeof draft>) => setDraft({ ...draft, ...changed })
  const publishers = useOperation(
    'listPublishers',
    { query: { sort: 'name', limit: publishersMax } },
    { isOff: publisher !== undefined },
  )
  const create = useChange('createApp', { renews: ['listApps', 'getPublisher', 'listPublishers'] })
  const { name, publisherId, currencyName, rate, decimals, rounding } = draft
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const currency = { currencyName, currencyRate: rate, currencyDecimals: Number(decimals), rounding }
    const { data } = await create.mutateAsync({
      body: { name, publisherId: Number(publisherId), ...currency },
    })
    onMade(data)
  }
  return (
    <form className="stack" onSubmit={(event) => save(event).catch(() => {})}>
      <TextInput
        label="Name"
        required
        maxLength={100}
        value={name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        data-autofocus
      />
      {publisher === undefined && (
        <NativeSelect
          label="Publisher"
          required
          value={publisherId}
          onChange={(event) => set({ publisherId: event.currentTarget.value })}
          data={[
            { value: '', label: 'Choose one' },
            ...(publishers.data ?? []).map((one) => ({ value: one.id, label: one.name })),
          ]}
        />
      )}
      <TextInput
        label="Its currency: one unit"
        required
        value={currencyName}
        onChange={(event) => set({ currencyName: event.currentTarget.value })}
      />
      <div className="app-currency">
        <TextInput
          label="Units per 1 USD"
          required
          inputMode="decimal"
          value={rate}
          onChange={(event) => set({ rate: event.currentTarget.value })}
        />
        <NativeSelect
          label="Decimals"
          value={decimals}
          onChange={(event) => set({ decimals: event.currentTarget.value })}
          data={['0', '1', '2', '3', '4', '5', '6']}
        />
        <NativeSelect
          label="Rounding"
          value={rounding}
          onChange={(event) => set({ rounding: event.currentTarget.value })}
          data={roundingOptions}
        />
      </div>
      <CurrencyPreview rate={rate} decimals={decimals} rounding={rounding} name={currencyName} />
      {create.error !== null && <Failure what="The app was not created" error={create.error} />}
      <div className="row">
        <Button
          type="submit"
          variant="filled"
          loading={create.isPending}
          disabled={name.trim() === '' || publisherId === '' || currencyName.trim() === ''}
        >
          Create the app
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

const startCurrency = { currencyName: 'Coin', rate: '1000', decimals: '0', rounding: 'floor' }
