import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { formatMoney } from '../../format/format-money.ts'
import { formatMany } from '../../format/format-number.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { type ReviewRow, sumOf } from './review-words.ts'

interface BulkBarProps {
  readonly rows: readonly ReviewRow[]
  readonly onDone: (ids: readonly string[]) => void
  readonly onClear: () => void
}

const decidedMax = 100

/** Many at once, each by itself: what was not decided says why. */
export function BulkBar({ rows, onDone, onClear }: BulkBarProps) {
  const chosen = rows.slice(0, decidedMax)
  const amount = formatMoney(sumOf(chosen), { currency: 'USD' })
  const decide = useChange('decideReviews')
  const [problems, setProblems] = useState<readonly string[]>([])
  const run = async (decision: 'confirm' | 'refuse') => {
    const conversions = chosen.map(({ id, version }) => ({ id, version }))
    const { data } = await decide.mutateAsync({ body: { decision, conversions } })
    const done = data.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)
    toast(`${formatMany(done.length, 'conversion')} ${decision === 'confirm' ? 'confirmed' : 'refused'}.`)
    setProblems(data.flatMap(({ id, problem }) => (problem ? [`${nameOf(chosen, id)}: ${problem}`] : [])))
    onDone(done)
  }
  return (
    <div className="bulk">
      {problems.length > 0 && (
        <ul className="bulk-problems xs" role="alert">
          {problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <div className="row">
        <span className="sm grow">
          <b>{chosen.length}</b> selected · {amount}
        </span>
        {(['refuse', 'confirm'] as const).map((decision) => (
          <ConfirmButton
            key={decision}
            verb={`${decision === 'refuse' ? 'Refuse' : 'Confirm'} ${formatMany(chosen.length, 'conversion')}`}
            label={decision === 'refuse' ? 'Refuse…' : 'Confirm…'}
            onConfirm={() => run(decision)}
          >
            <BulkPreview decision={decision} ids={chosen.map(({ id }) => id)} />
          </ConfirmButton>
        ))}
        <ActionIcon aria-label="Select none" onClick={onClear}>
          <Icon name="cross" />
        </ActionIcon>
      </div>
    </div>
  )
}

/** The dry run of all of them, summed. */
function BulkPreview({
  decision,
  ids,
}: {
  readonly decision: 'confirm' | 'refuse'
  readonly ids: readonly string[]
}) {
  const { data } = useOperation('previewReviews', { body: { decision, conversionIds: ids } })
  if (data === undefined) return <p>Working out what it changes…</p>
  const payable = sumOf(data.map(({ payable: payout }) => ({ payout })))
  const callbacks = data.reduce((sum, one) => sum + one.callbacks.length, 0)
  const barred = data.filter(({ objections }) => objections.length > 0).length
  return (
    <ul className="bulk-effects">
      <li>{formatMoney(payable, { currency: 'USD', isSigned: true })} owed to publishers</li>
      <li>{formatMany(callbacks, 'callback')} sent</li>
      {barred > 0 && (
        <li>{formatMany(barred, 'conversion')} left as they are: something stands against them</li>
      )}
    </ul>
  )
}

function nameOf(rows: readonly ReviewRow[], id: string): string {
  return rows.find((row) => row.id === id)?.user_id ?? id
}
