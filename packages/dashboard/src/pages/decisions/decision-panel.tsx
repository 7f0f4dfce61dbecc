import { ActionIcon, Button, Checkbox, Radio, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Decision } from '@quoin/core/conversions/decisions.ts'
import { passableRules } from '@quoin/core/conversions/review-objections.ts'
import { formatMoney } from '../../format/format-money.ts'
import { formatMany } from '../../format/format-number.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { sumOf } from '../review/review-words.ts'
import { DecisionEffects, type Parties } from './decision-effects.tsx'
import { beginWith, decisionWords } from './decision-words.ts'
import { sumEffects } from './summed-effects.ts'
import { usePreviews } from './use-previews.ts'
import './decisions.css'

/** A conversion, and the version that was looked at. */
export interface LookedAt {
  readonly id: string
  readonly version: number
  readonly payout: string
}

/** A decision as the API takes it, but for its conversions. */
export interface Decided {
  readonly decision: Decision
  readonly note: string
  readonly despite: readonly string[]
}

interface DecisionPanelProps {
  readonly conversions: readonly LookedAt[]
  /** The decisions to choose from. */
  readonly open: readonly Decision[]
  readonly parties: Parties
  /** Said above the button: what undoes it. */
  readonly after: string
  readonly isBusy?: boolean
  readonly problem?: ReactNode
  readonly onDecide: (decided: Decided) => void
  readonly onClose: () => void
}

/** A decision about one conversion or many: what it books and sends is shown before, and its reason is asked for. */
export function DecisionPanel(props: DecisionPanelProps) {
  const { conversions, open, parties, after, isBusy = false, problem, onDecide, onClose } = props
  const [chosen, setChosen] = useState<Decision | undefined>(open[0])
  const [note, setNote] = useState('')
  const [isDespite, setDespite] = useState(false)
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const decision = chosen !== undefined && open.includes(chosen) ? chosen : open[0]
  const ids = conversions.map(({ id }) => id)
  const { data, error, refetch, isPlaceholderData } = usePreviews(decision ?? 'take_back', ids)
  if (decision === undefined) return null
  const words = decisionWords[decision]
  const effects = data && sumEffects(data, isDespite)
  const passable = effects?.objections.filter((one) => one.passable) ?? []
  const going = conversions.filter(({ id }) => effects === undefined || effects.going.has(id))
  const amount = formatMoney(sumOf(going), { currency: 'USD' })
  const isWordless = words.needsReason && note.trim() === ''
  const commit = () => onDecide({ decision, note: note.trim(), despite: isDespite ? passableRules : [] })
  return (
    <section
      className="card decision-panel"
      aria-labelledby="decision-title"
      ref={box}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="card-head">
        <h2 id="decision-title" className="grow">
          {titleOf(open, decision, conversions.length)}
        </h2>
        <ActionIcon aria-label="Close" onClick={onClose}>
          <Icon name="cross" />
        </ActionIcon>
      </div>
      {open.length > 1 && (
        <Radio.Group
          className="decision-part"
          aria-label="Decision"
          value={decision}
          onChange={(next) => setChosen(open.find((one) => one === next))}
        >
          <div className="row wrap">
            {open.map((one) => (
              <Radio key={one} value={one} label={decisionWords[one].verb} />
            ))}
          </div>
        </Radio.Group>
      )}
      <div className="decision-part" aria-busy={effects === undefined || isPlaceholderData}>
        {error && data === undefined ? (
          <Failure what="Its effects could not be worked out" error={error} onRetry={() => refetch()} />
        ) : effects === undefined ? (
          <p className="muted">Working out what it changes…</p>
        ) : effects.closed === conversions.length ? (
          <p>It changed while you looked. This decision is not possible any more.</p>
        ) : (
          <DecisionEffects {...{ effects, parties, count: conversions.length }} />
        )}
        {effects !== undefined && (effects.objections.length > 0 || effects.closed > 0) && (
          <div className="objections sm">
            <ul>
              {effects.objections.map(({ message, count }) => (
                <li key={message}>
                  {conversions.length > 1 && `${count} cannot: `}
                  {message}.
                </li>
              ))}
              {effects.closed > 0 && effects.closed < conversions.length && (
                <li>{effects.closed} cannot be decided like this any more and stay as they are.</li>
              )}
            </ul>
            {passable.length > 0 && (
              <Checkbox
                label="I know, and I want to do it"
                checked={isDespite}
                onChange={(event) => setDespite(event.currentTarget.checked)}
              />
            )}
          </div>
        )}
      </div>
      <div className="decision-part">
        <h3>Reason</h3>
        <div className="row wrap decision-reasons">
          {words.reasons.map((reason) => (
            <button
              key={reason}
              type="button"
              className="decision-reason"
              aria-pressed={note.startsWith(reason)}
              onClick={() => setNote(beginWith(reason, note, words.reasons))}
            >
              {reason}
            </button>
          ))}
        </div>
        <Textarea
          label={`In your words, kept in Audit${words.needsReason ? '' : ' (not needed)'}`}
          description="The publisher does not read them."
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      {problem}
      <div className="decision-foot">
        <p className="sm muted">{after}</p>
        <div className="row wrap">
          <span className="grow" />
          <Button onClick={onClose}>Leave it</Button>
          <Button
            variant="filled"
            {...(words.isDangerous ? { color: 'danger' } : {})}
            loading={isBusy}
            disabled={effects === undefined || going.length === 0 || isWordless || isPlaceholderData}
            onClick={commit}
          >
            {words.verb} {conversions.length > 1 ? `${formatMany(going.length, 'conversion')}, ` : ''}
            {amount}
          </Button>
        </div>
        {isWordless && effects !== undefined && <p className="xs muted">Say why first.</p>}
      </div>
    </section>
  )
}

function titleOf(open: readonly Decision[], decision: Decision, count: number): string {
  if (open.length > 1) return count === 1 ? 'Decide it' : `Decide ${formatMany(count, 'conversion')}`
  return count === 1
    ? decisionWords[decision].title
    : `${decisionWords[decision].verb} ${formatMany(count, 'conversion')}`
}
