import { Button, Checkbox, Modal, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { formatMoney, microsOf } from '../../format/format-money.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { type ChosenParty, PartySelect } from './party-select.tsx'

interface AdjustDialogProps {
  readonly kind: 'app' | 'network'
  /** Undefined: it is chosen first. */
  readonly party?: ChosenParty
  /** The debt to or by one of them now, as an exact decimal. */
  readonly owedOf: (id: string) => string
  readonly onClose: () => void
}

const usd = (micros: number) =>
  formatMoney((micros / 1_000_000).toFixed(6), { currency: 'USD', placesMax: 6 })

/** A correction of what is owed: whom, how much and why first; then what it will change, to be confirmed. */
export function AdjustDialog({ kind, party: given, owedOf, onClose }: AdjustDialogProps) {
  const [party, setParty] = useState(given)
  const [draft, setDraft] = useState({ direction: 'up', amount: '', reference: '', reason: '' })
  const [mayGoNegative, setMayGoNegative] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const change = useChange('settle')
  const { direction, amount, reference, reason } = draft
  const sign = direction === 'up' ? 1 : -1
  const owed = microsOf(owedOf(party?.id ?? ''))
  const left = owed + sign * microsOf(amount)
  const isAmount = /^\d{1,9}(\.\d{1,6})?$/.test(amount) && microsOf(amount) > 0
  const isReady = party !== undefined && isAmount && reference.trim() !== '' && reason.trim() !== ''
  const needsLeave = left < 0 && sign < 0
  const book = async () => {
    if (party === undefined) return
    const owner = kind === 'app' ? { appId: Number(party.id) } : { networkId: Number(party.id) }
    const signed = sign < 0 ? `-${amount}` : amount
    const { data } = await change.mutateAsync({
      body: {
        kind: 'adjusted',
        ...owner,
        amount: signed,
        mayGoNegative,
        reference: reference.trim(),
        reason: reason.trim(),
      },
    })
    toast(data.duplicate ? `${reference} was booked before.` : `The balance of ${party.name} is adjusted.`)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={party ? `Adjust the balance of ${party.name}` : 'Adjust a balance'}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return
          if (!isChecked) setChecked(true)
          else book().catch(() => undefined)
        }}
      >
        {given === undefined && !isChecked && <PartySelect kind={kind} value={party} onChange={setParty} />}
        {party && (
          <p>
            {kind === 'app' ? `${party.name} is owed` : `${party.name} owes`}{' '}
            <b className="num">{usd(owed)}</b> now.
          </p>
        )}
        {isChecked ? (
          <Effect {...{ kind, left, change: sign * microsOf(amount), reference, reason }} />
        ) : (
          <Fields draft={draft} onChange={(changed) => setDraft({ ...draft, ...changed })} />
        )}
        {isChecked && needsLeave && (
          <Checkbox
            label="Book it anyway, although it is more than is owed"
            checked={mayGoNegative}
            onChange={(event) => setMayGoNegative(event.currentTarget.checked)}
          />
        )}
        {change.error !== null && <Failure what="It was not booked" error={change.error} isChange />}
        <div className="row">
          <Button
            type="submit"
            variant="filled"
            disabled={!isReady || (isChecked && needsLeave && !mayGoNegative)}
            loading={change.isPending}
          >
            {isChecked ? 'Book the adjustment' : 'Continue'}
          </Button>
          <Button onClick={() => (isChecked ? setChecked(false) : onClose())}>
            {isChecked ? 'Back' : 'Cancel'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface Draft {
  readonly direction: string
  readonly amount: string
  readonly reference: string
  readonly reason: string
}

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (changed: Partial<Draft>) => void
}

function Fields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <SegmentedControl
        aria-label="In which direction"
        value={draft.direction}
        data={[
          { value: 'up', label: 'More is owed' },
          { value: 'down', label: 'Less is owed' },
        ]}
        onChange={(direction) => onChange({ direction })}
      />
      <TextInput
        label="Amount, USD"
        inputMode="decimal"
        required
        value={draft.amount}
        onChange={(event) => onChange({ amount: event.currentTarget.value.trim() })}
      />
      <TextInput
        label="Reference"
        description="Choose your own name for it. The same reference again books nothing."
        required
        maxLength={255}
        value={draft.reference}
        onChange={(event) => onChange({ reference: event.currentTarget.value })}
      />
      <TextInput
        label="Why"
        description="It is kept with your name."
        required
        maxLength={255}
        value={draft.reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
      />
    </>
  )
}

interface EffectProps extends Pick<Draft, 'reference' | 'reason'> {
  readonly kind: 'app' | 'network'
  readonly left: number
  readonly change: number
}

/** Both entries, and what is open after them. */
function Effect({ kind, left, change, reference, reason }: EffectProps) {
  const isCost = kind === 'app' ? change > 0 : change < 0
  return (
    <ul className="sm effect-list" aria-label="What will change">
      <li>
        {kind === 'app' ? 'The app is owed' : 'The network owes'} {usd(Math.abs(change))}{' '}
        {change > 0 ? 'more' : 'less'}; after it <b className="num">{usd(left)}</b> is open.
      </li>
      <li>
        The platform {isCost ? 'bears' : 'gains'} {usd(Math.abs(change))}, under Adjusted.
      </li>
      <li>
        It is booked under <b>{reference}</b>: {reason}
      </li>
      <li>A booking is never deleted; another adjustment takes it back.</li>
    </ul>
  )
}
