import { Button, Modal } from '@mantine/core'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { formatCount, formatMany } from '../../format/format-number.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'

/** A rate as it is filled in. */
export interface GivenRate {
  readonly currency: string
  readonly day: string
  readonly usd: string
}

interface ConfirmRatesProps {
  readonly rates: readonly GivenRate[]
  readonly trial: DataOf<'tryRates'>
  readonly onClose: () => void
  readonly onDone: () => void
}

const changesShown = 100

/** Changes that the rates make, shown before they are set. */
export function ConfirmRates({ rates, trial, onClose, onDone }: ConfirmRatesProps) {
  const { changes, unchanged } = trial
  const set = useChange('importRates', { renews: ['listRates', 'listAudit'] })
  const write = async () => {
    const { data } = await set.mutateAsync({ body: { rates } })
    toast(`${formatMany(data.written, 'rate')} set.`)
    onDone()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={changes.length === 0 ? 'Nothing would change' : `Set ${formatMany(changes.length, 'rate')}`}
    >
      <div className="stack">
        {changes.length === 0 ? (
          <p>These rates are there already.</p>
        ) : (
          <ul className="sm effect-list" aria-label="What will change">
            {changes.slice(0, changesShown).map((one) => (
              <li key={`${one.currency} ${one.day}`}>
                <b>{one.currency}</b> on {one.day}: <span className="num">{one.before ?? 'no rate'}</span> →{' '}
                <b className="num">{one.usd}</b>
                {one.before !== null && <Shift before={one.before} after={one.usd} />}
              </li>
            ))}
            {changes.length > changesShown && <li>and {formatCount(changes.length - changesShown)} more</li>}
          </ul>
        )}
        {unchanged > 0 && changes.length > 0 && (
          <p className="sm muted">{formatMany(unchanged, 'rate')} more stay as they are.</p>
        )}
        {changes.length > 0 && (
          <p className="sm muted">
            New reports for these days use these rates. Conversions keep the rate that they were made with.
          </p>
        )}
        {set.error !== null && <Failure what="No rate was set" error={set.error} />}
        <div className="row">
          {changes.length > 0 && (
            <Button
              variant="filled"
              loading={set.isPending}
              onClick={() => void write().catch(() => undefined)}
              data-autofocus
            >
              Set {formatMany(changes.length, 'rate')}
            </Button>
          )}
          <Button onClick={onClose}>{changes.length === 0 ? 'Close' : 'Cancel'}</Button>
        </div>
      </div>
    </Modal>
  )
}

/** A rate that moves by a tenth in a day is a slip more often than a market. */
const unusualShare = 0.1

function Shift({ before, after }: { readonly before: string; readonly after: string }) {
  const share = Number(after) / Number(before) - 1
  const text = new Intl.NumberFormat('en', {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(share)
  return (
    <span className={Math.abs(share) > unusualShare ? 'error-text' : 'muted'}>
      {' '}
      ({text.replace('-', '−')}
      {Math.abs(share) > unusualShare && ', look again'})
    </span>
  )
}
