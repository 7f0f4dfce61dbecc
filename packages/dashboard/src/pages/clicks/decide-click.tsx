import { formatMoney } from '../../format/format-money.ts'
import { type Decided, DecisionPanel } from '../decisions/decision-panel.tsx'
import { decisionWords } from '../decisions/decision-words.ts'
import type { HeldDecisions } from '../review/use-held-decisions.ts'
import type { Story } from './click-story.ts'

interface DecideClickProps {
  readonly story: Story
  readonly conversion: Story['conversions'][number]
  readonly held: HeldDecisions
  readonly problem: string
  readonly onClose: () => void
}

/** The panel of a click's conversion. A decision is sent a moment later; until then it can be undone. */
export function DecideClick({ story, conversion, held, problem, onClose }: DecideClickProps) {
  const { id, version, payout, decisions } = conversion
  const amount = formatMoney(payout, { currency: 'USD' })
  const decide = (decided: Decided) => {
    held.hold({
      ...{
        id,
        userId: story.user_id,
        text: `${decisionWords[decided.decision].doing} ${amount} of ${story.user_id}.`,
      },
      body: { ...decided, conversions: [{ id, version }] },
    })
  }
  return (
    <DecisionPanel
      conversions={[{ id, version, payout }]}
      open={decisions}
      parties={{
        publisher: story.app?.name ?? 'the publisher',
        network: story.network?.name ?? 'the network',
      }}
      after="You can undo it for a few seconds. Later you can still change it with a reason, as long as the network allows it."
      isBusy={held.ids.has(id)}
      problem={
        problem !== '' && (
          <p className="review-problem" role="alert">
            {problem}
          </p>
        )
      }
      onDecide={decide}
      onClose={onClose}
    />
  )
}
