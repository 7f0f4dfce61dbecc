import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Refusal } from '../../api/refusal.ts'
import { useChange } from '../../api/use-change.ts'
import { formatMoney, microsOf } from '../../format/format-money.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'

/** Whom something is settled with. */
export interface SettledParty {
  readonly kind: 'app' | 'network'
  readonly id: string
  readonly name: string
  /** The debt of this moment, as an exact decimal. */
  readonly owed: string
}

interface SettleDialogProps {
  readonly party: SettledParty
  readonly onClose: () => void
}

const kinds = { app: 'paid', network: 'received' } as const

/** Amount and reference first; then what it will change, to be confirmed. */
export function SettleDialog({ party, onClose }: SettleDialogProps) {
  const { kind, id, name, owed } = party
  const [amount, setAmount] = useState(owed.startsWith('-') ? '' : owed)
  const [reference, setReference] = useState('')
  const [reason, setReason] = useState('')
  const [mayGoNegative, setMayGoNegative] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const change = useChange('settle')
  const isAmount = /^\d+(\.\d{1,6})?$/.test(amount) && microsOf(amount) > 0
  const leftMicros = isAmount ? microsOf(owed) - microsOf(amount) : 0
  const left = (leftMicros / 1_000_000).toFixed(6)
  // The server knows of bookings that came meanwhile.
  const isMore = leftMicros < 0 || (change.error instanceof Refusal && change.error.status === 400)
  const isReady = isAmount && reference.trim() !== '' && (!mayGoNegative || reason.trim() !== '')
  const isHeldBack = isChecked && leftMicros < 0 && !mayGoNegative
  const usd = (text: string) => formatMoney(text, { currency: 'USD', placesMax: 6 })
  const verb = kind === 'app' ? 'Book the payment' : 'Book the receipt'
  const book = async () => {
    const owner = kind === 'app' ? { appId: Number(id) } : { networkId: Number(id) }
    const why = reason.trim() === '' ? {} : { reason: reason.trim() }
    const body = { kind: kinds[kind], ...owner, amount, reference: reference.trim(), mayGoNegative, ...why }
    const { data } = await change.mutateAsync({ body })
    toast(data.duplicate ? `${reference} was booked before.` : `${usd(amount)} booked for ${name}.`)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={kind === 'app' ? `Pay ${name}` : `Receive from ${name}`}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isChecked) setChecked(true)
          else book().catch(() => undefined)
        }}
      >
        <p>
          {kind === 'app' ? `${name} is owed` : `${name} owes`} <b className="num">{usd(owed)}</b>.
        </p>
        {isChecked ? (
          <p>
            {usd(amount)} is booked as {kinds[kind]} under <b>{reference}</b>. After it{' '}
            <b className="num">{usd(left)}</b> is open. A booking is never deleted; an adjustment puts it
            right.
          </p>
        ) : (
          <>
            <TextInput
              label="Amount, USD"
              inputMode="decimal"
              required
              value={amount}
              onChange={(event) => setAmount(event.currentTarget.value.trim())}
            />
            <TextInput
              label="Reference"
              description="Choose your own name for it. The same reference again books nothing."
              required
              maxLength={255}
              value={reference}
              onChange={(event) => setReference(event.currentTarget.value)}
            />
            <TextInput
              label="Note"
              maxLength={255}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )}
        {isChecked && isMore && (
          <>
            <Checkbox
              label="Book it anyway, although it is more than is owed"
              checked={mayGoNegative}
              onChange={(event) => setMayGoNegative(event.currentTarget.checked)}
            />
            {mayGoNegative && (
              <TextInput
                label="Why more than is owed"
                description="Kept with the booking."
                required
                maxLength={255}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            )}
          </>
        )}
        {change.error !== null && <Failure what="It was not booked" error={change.error} isChange />}
        <div className="row">
          <Button type="submit" variant="filled" disabled={!isReady || isHeldBack} loading={change.isPending}>
            {isChecked ? verb : 'Continue'}
          </Button>
          <Button onClick={() => (isChecked ? setChecked(false) : onClose())}>
            {isChecked ? 'Back' : 'Cancel'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
