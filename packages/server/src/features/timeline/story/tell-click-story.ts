import { type Conversion, isOnHold } from '@quoin/core/conversions/conversion.ts'
import { type Decision, openDecisions } from '@quoin/core/conversions/decisions.ts'
import { tellAmount } from '@quoin/core/payout/tell-amount.ts'
import { type ClickFacts, gatherClick, type StoryNeeds } from './gather-click.ts'
import { type StoryStep, step } from './story-step.ts'
import { tellClickSteps } from './tell-click-steps.ts'
import { tellCallbacks, tellConversions, tellReports } from './tell-report-steps.ts'
import { type Answer, tellAnswer } from './tell-answer.ts'
import { type StoryVerdict, tellVerdict } from './tell-verdict.ts'

export interface ClickStory {
  readonly verdict: StoryVerdict
  readonly answer: Answer
  readonly steps: readonly StoryStep[]
  readonly facts: ClickFacts
  /** The decisions that its reader may make of a conversion. */
  readonly decisionsOf: (conversion: Conversion) => readonly Decision[]
}

/** A click as a reader sees it: the answer first, then every step with its reason, and what is missing. */
export async function tellClickStory(ports: StoryNeeds, clickId: string): Promise<ClickStory> {
  return tellStory(await gatherClick(ports, clickId))
}

export function tellStory(facts: ClickFacts): ClickStory {
  const [list, ...visit] = tellClickSteps(facts)
  const later = [...tellReports(facts), ...tellConversions(facts), ...tellCallbacks(facts)]
  const happened = [...visit, ...later.toSorted((a, b) => (a.atMs ?? facts.nowMs) - (b.atMs ?? facts.nowMs))]
  return {
    verdict: tellVerdict(facts),
    answer: tellAnswer(facts),
    steps: [...(list ? [list] : []), ...happened, ...tellComing(facts), ...tellMissing(facts)],
    facts,
    decisionsOf: openDecisions,
  }
}

/** The end of a hold, which comes by itself. */
function tellComing({ conversions, app }: ClickFacts): StoryStep[] {
  return conversions.filter(isOnHold).map(({ releaseAtMs, payoutMicros, payoutLocalMicros, currency }) =>
    step({
      atMs: releaseAtMs,
      lane: 'quoin',
      form: 'waiting',
      title: 'The hold ends: approved and booked',
      state: 'Scheduled',
      why: `By itself, unless it is decided or taken back before. Then ${app?.name ?? 'the publisher'} is told.`,
      money: { amountMicros: payoutMicros, note: `${tellAmount(payoutLocalMicros)} ${currency}` },
    }),
  )
}

/** The steps that one would expect here, and that are missing. */
function tellMissing({
  click,
  requests,
  conversions,
  callbacks,
  network,
  app,
  hasEndpoint,
}: ClickFacts): StoryStep[] {
  if (click.outcome === 'fallback' && requests.length === 0) return []
  const missing = { atMs: null, form: 'missing' } as const
  const report = step({
    ...missing,
    lane: 'network',
    form: 'waiting',
    title: `No report from ${network?.name ?? 'the network'} yet`,
    why: 'Nothing with this click id has come.',
  })
  const conversion = step({
    ...missing,
    lane: 'quoin',
    title: 'No conversion',
    why:
      requests.length === 0
        ? 'It comes with the first report.'
        : 'It comes by itself as soon as one report of this click can be taken.',
  })
  const callback = step({
    ...missing,
    lane: 'publisher',
    title: 'No callback',
    why: hasEndpoint
      ? `${app?.name ?? 'The publisher'} has been told nothing of this click.`
      : 'The app has no callback endpoint: it must ask the API.',
  })
  return [
    ...(requests.length === 0 && conversions.length === 0 ? [report] : []),
    ...(conversions.length === 0 ? [conversion] : []),
    ...(callbacks.length === 0 ? [callback] : []),
  ]
}
