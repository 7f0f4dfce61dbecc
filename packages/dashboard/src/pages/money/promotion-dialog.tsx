import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { Button, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'

interface NewPromotion {
  readonly basisPoints: number
  readonly to: number
  readonly name?: string
}

interface PromotionDialogProps {
  /** Rejects where it was not added: the dialog stays open. */
  readonly onAdd: (promotion: NewPromotion) => Promise<unknown>
  readonly onClose: () => void
  readonly isPending: boolean
  readonly error: unknown
  /** Further fields to choose from first, and whether they are incomplete. */
  readonly children?: ReactNode
  readonly isIncomplete?: boolean
}

/** A promotion that begins now. */
export function PromotionDialog(props: PromotionDialogProps) {
  const { onAdd, onClose, isPending, error, children, isIncomplete = false } = props
  const [name, setName] = useState('')
  const [times, setTimes] = useState('2')
  const [to, setTo] = useState('')
  const points = Math.round(Number(times) * 10_000)
  const toSec = secondsOf(Date.parse(to))
  const add = async () => {
    const title = name.trim() === '' ? {} : { name: name.trim() }
    await onAdd({ basisPoints: points, to: toSec, ...title })
    toast('The promotion has begun.')
    onClose()
  }
  return (
    <Modal opened onClose={onClose} closeButtonProps={{ 'aria-label': 'Close' }} title="Add a promotion">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          add().catch(() => undefined)
        }}
      >
        {children}
        <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <TextInput
          label="Multiplier of the rewards"
          inputMode="decimal"
          required
          value={times}
          onChange={(event) => setTimes(event.currentTarget.value)}
        />
        <TextInput
          label="Until, in your time zone"
          type="datetime-local"
          required
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <p className="muted sm">It begins now; 100 coins become {Math.round(100 * Number(times)) || 0}.</p>
        {error !== null && <Failure what="It was not added" error={error} />}
        <div className="row">
          <Button
            type="submit"
            variant="filled"
            loading={isPending}
            disabled={isIncomplete || !(points > 0) || Number.isNaN(toSec)}
          >
            Add the promotion
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  )
}
