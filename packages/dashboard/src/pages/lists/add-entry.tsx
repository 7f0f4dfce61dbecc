import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { Button, Modal, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { actionVerbs, type ListAction, type ListKind, kindWords } from './list-words.ts'

const ends = {
  usual: 'As usual',
  day: '1 day',
  week: '7 days',
  month: '30 days',
  year: '1 year',
  never: 'Never',
}
const daySec = 86_400
const endDays: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 }

/** Undefined: the kind decides; null: never. */
function endOf(end: string): number | null | undefined {
  const days = endDays[end]
  if (days !== undefined) return secondsOf(Date.now()) + days * daySec
  return end === 'never' ? null : undefined
}

interface Draft {
  readonly action: ListAction
  readonly kind: ListKind
  readonly value: string
  readonly appId: string
  readonly reason: string
  readonly end: string
}

const blank: Draft = { action: 'block', kind: 'user', value: '', appId: '', reason: '', end: 'usual' }

export function AddEntry({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(blank)
  const change = useChange('addListEntry', { renews: ['listListEntries'] })
  const set = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed })
  const { action, kind, value, appId, reason, end } = draft
  const isReady = value.trim() !== '' && reason.trim() !== '' && (kind !== 'user' || appId !== '')
  const add = async () => {
    const expiresAt = endOf(end)
    const { data } = await change.mutateAsync({
      body: {
        action,
        kind,
        reason: reason.trim(),
        value: kind === 'user' ? value : value.trim(),
        ...(appId === '' ? {} : { appId: Number(appId) }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      },
    })
    toast(`${data.value} is on the list.`)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title="Add an entry"
      lockScroll={false}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          add().catch(() => undefined)
        }}
      >
        <div>
          <SegmentedControl
            fullWidth
            aria-label="List"
            data={Object.entries(actionVerbs).map(([one, { label }]) => ({ value: one, label }))}
            value={action}
            onChange={(next) => set({ action: next as ListAction })} // one of the keys above
          />
          <p className="muted sm list-effect">{actionVerbs[action].effect}</p>
        </div>
        <WhatFields draft={draft} set={set} />
        <TextInput
          label="Reason"
          description="Your colleagues read it when they ask why."
          required
          maxLength={255}
          value={reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
        <Select
          label="Ends"
          description={end === 'usual' ? `Kept ${kindWords[kind].usual}.` : undefined}
          data={Object.entries(ends).map(([one, label]) => ({ value: one, label }))}
          value={end}
          allowDeselect={false}
          onChange={(next) => set({ end: next ?? 'usual' })}
        />
        {change.error !== null && <Failure what="It was not added" error={change.error} />}
        <div className="row">
          <Button type="submit" variant="filled" loading={change.isPending} disabled={!isReady}>
            {actionVerbs[action].label}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  )
}

interface WhatFieldsProps {
  readonly draft: Draft
  readonly set: (changed: Partial<Draft>) => void
}

function WhatFields({ draft: { kind, value, appId }, set }: WhatFieldsProps) {
  const apps = useOperation('listApps', { query: { limit: 100 } }).data ?? []
  return (
    <>
      <div className="list-what">
        <Select
          label="Kind"
          data={Object.entries(kindWords).map(([one, { label }]) => ({ value: one, label }))}
          value={kind}
          allowDeselect={false}
          onChange={(next) => set({ kind: (next ?? 'user') as ListKind })} // one of the keys above
        />
        <TextInput
          label="Value"
          required
          placeholder={kindWords[kind].example}
          maxLength={255}
          value={value}
          data-autofocus
          onChange={(event) => set({ value: event.currentTarget.value })}
        />
      </div>
      <Select
        label="Where"
        description={kind === 'user' ? 'Each app has user ids of its own.' : undefined}
        searchable
        data={[
          ...(kind === 'user' ? [] : [{ value: '', label: 'All apps' }]),
          ...apps.map((app) => ({ value: app.id, label: app.name })),
        ]}
        placeholder="Choose an app"
        value={kind === 'user' && appId === '' ? null : appId}
        allowDeselect={false}
        onChange={(next) => set({ appId: next ?? '' })}
      />
    </>
  )
}
