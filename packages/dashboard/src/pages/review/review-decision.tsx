import { Button, Checkbox, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { LetterKeysHint } from '../../frame/letter-keys.tsx'
import { formatMoney } from '../../format/format-money.ts'
import { BlockUser } from './block-user.tsx'
import type { Evidence } from './review-words.ts'
import type { HeldDecision } from './use-held-decisions.ts'
import { listEffects, type Preview } from './review-effects.ts'
import '../decisions/decisions.css'
import { usePageKeys } from '../../frame/use-page-keys.ts'

type Choice = 'confirm' | 'refuse' | 'keep'

const words = { confirm: 'Confirm', refuse: 'Refuse', keep: 'Keep holding' } as const
const keys = { confirm: 'C', refuse: 'R', keep: 'H' } as const
const doing = { confirm: 'Confirming', refuse: 'Refusing', keep: 'Keeping on hold' } as const

/** Three choices, each with what it changes; one button commits and names verb and amount. */
export function ReviewDecision({
  evidence,
  onDecided,
}: {
  readonly evidence: Evidence
  /** It was decided: it is sent in a moment. */
  readonly onDecided: (decision: HeldDecision) => void
}) {
  const { id, version, payout, user_id } = evidence
  const [choice, setChoice] = useState<Choice>('refuse')
  const [note, setNote] = useState('')
  const [isDespite, setDespite] = useState(false)
  const previews = {
    confirm: useOperation('previewReviews', { body: { decision: 'confirm', conversionIds: [id] } }).data?.[0],
    refuse: useOperation('previewReviews', { body: { decision: 'refuse', conversionIds: [id] } }).data?.[0],
    keep: undefined,
  }
  const [isBlocking, setBlocking] = useState(false)
  const objections = choice === 'confirm' ? (previews.confirm?.objections ?? []) : []
  const isBarred = objections.some(({ passable }) => !passable) || (objections.length > 0 && !isDespite)
  const amount = formatMoney(payout, { currency: 'USD' })
  const decide = (decision: Choice, why: string) => {
    const despite = decision === 'confirm' && isDespite ? objections.map(({ rule }) => rule) : []
    onDecided({
      id,
      userId: user_id,
      text: `${doing[decision]} ${user_id} (${amount}).`,
      body: { decision, conversions: [{ id, version }], note: why, despite },
    })
  }
  const commit = () => {
    if (!isBarred) decide(choice, note)
  }
  usePageKeys({
    c: () => setChoice('confirm'),
    r: () => setChoice('refuse'),
    h: () => setChoice('keep'),
    b: () => setBlocking(true),
    enter: commit,
  })
  return (
    <section className="case-part decision" aria-label="Decision">
      <h3>What your decision changes</h3>
      <div className="choices">
        {(['confirm', 'refuse', 'keep'] as const).map((one) => (
          <ChoiceCard
            key={one}
            choice={one}
            isChosen={choice === one}
            preview={previews[one]}
            onChoose={() => setChoice(one)}
          />
        ))}
      </div>
      {objections.length > 0 && (
        <div className="objections sm">
          <p>
            <b>Against it:</b> {objections.map(({ message }) => message).join('; ')}.
          </p>
          {objections.every(({ passable }) => passable) && (
            <Checkbox
              label="I know, and I want to confirm it"
              checked={isDespite}
              onChange={(event) => setDespite(event.currentTarget.checked)}
            />
          )}
        </div>
      )}
      <div className="row wrap">
        <TextInput
          className="grow decision-why"
          aria-label="Why"
          placeholder="Why (kept with the decision)"
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button variant="filled" disabled={isBarred} onClick={commit}>
          {words[choice]} {choice === 'keep' ? '' : amount}{' '}
          <LetterKeysHint>
            <kbd className="desk enter-key">↵</kbd>
          </LetterKeysHint>
        </Button>
        <Button c="var(--error)" onClick={() => setBlocking(true)}>
          Block the user…{' '}
          <LetterKeysHint>
            <kbd className="desk enter-key">B</kbd>
          </LetterKeysHint>
        </Button>
      </div>
      <LetterKeysHint>
        <p className="xs muted desk keys">
          <kbd>J</kbd> <kbd>K</kbd> next, previous · <kbd>X</kbd> select · <kbd>C</kbd> <kbd>R</kbd>{' '}
          <kbd>H</kbd> choose, then <kbd>↵</kbd> · <kbd>B</kbd> block · <kbd>Z</kbd> undo
        </p>
      </LetterKeysHint>
      {isBlocking && (
        <BlockUser
          evidence={evidence}
          onClose={() => setBlocking(false)}
          onRefuse={(why) => decide('refuse', why)}
        />
      )}
    </section>
  )
}

interface ChoiceCardProps {
  readonly choice: Choice
  readonly isChosen: boolean
  readonly preview: Preview | undefined
  readonly onChoose: () => void
}

function ChoiceCard({ choice, isChosen, preview, onChoose }: ChoiceCardProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is one
    <label className={`choice ${isChosen ? 'is-chosen' : ''}`}>
      <span className="row">
        <Radio name="decision" checked={isChosen} onChange={onChoose} aria-label={words[choice]} />
        <b className="grow">{words[choice]}</b>
        <LetterKeysHint>
          <kbd className="desk">{keys[choice]}</kbd>
        </LetterKeysHint>
      </span>
      <ul className="xs">
        {(choice === 'keep' ? ['Nothing changes', 'It stays in the queue'] : listEffects(preview)).map(
          (effect) => (
            <li key={effect}>{effect}</li>
          ),
        )}
      </ul>
    </label>
  )
}
