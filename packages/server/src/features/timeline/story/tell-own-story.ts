import { notFound } from '@quoin/core/errors.ts'
import type { StoryVerdict } from './tell-verdict.ts'
import { withoutMarginReason } from './tell-reasons.ts'
import { type ClickFacts, gatherClick, type StoryNeeds } from './gather-click.ts'
import type { StoryStep } from './story-step.ts'
import { type ClickStory, tellStory } from './tell-click-story.ts'

/**
 * The story of a click for the publisher whose user it was: without the network's name, its reports' parameters, what it
 * pays and what the platform keeps of it, and without the names of the platform's people. Throws RESOURCE_NOT_FOUND for
 * the click of another, too.
 */
export async function tellOwnStory(
  ports: StoryNeeds,
  { clickId, publisherId }: { readonly clickId: string; readonly publisherId: number },
): Promise<ClickStory> {
  const facts = await gatherClick(ports, clickId)
  if (facts.app?.publisherId !== publisherId)
    throw notFound('There is no such click, or it is no longer kept.')
  const { verdict, answer, steps } = tellStory(withoutTheNetworks(facts))
  return {
    facts,
    answer,
    // It is not theirs to decide.
    decisionsOf: () => [],
    steps: steps.map(withoutMargin),
    verdict: {
      ...verdict,
      sentence: withoutMarginReason(verdict.sentence),
      detail: withoutMarginReason(verdict.detail),
      // The publisher cannot do what the platform's people can.
      remedy: ownRemedy(facts, verdict),
    },
  }
}

function ownRemedy({ conversions }: ClickFacts, { cause, remedy }: StoryVerdict): string | null {
  if (cause === 'review') return 'The platform looks at it and decides.'
  return cause === 'final' && conversions.length > 0 ? null : remedy
}

function withoutTheNetworks(facts: ClickFacts): ClickFacts {
  return {
    ...facts,
    network: undefined,
    terms: undefined,
    requests: facts.requests.map((request) => ({ ...request, parameters: {}, message: null })),
    // That the network stands by what was taken back is between it and the platform.
    conversions: facts.conversions.map((one) => ({
      ...one,
      reason: one.reason === 'withheld' ? 'refused' : one.reason,
    })),
    events: facts.events.map((event) => ({
      ...event,
      actor: null,
      reason: event.reason === 'withheld' ? 'refused' : event.reason,
    })),
    notes: [],
  }
}

function withoutMargin({ split, money, ...step }: StoryStep): StoryStep {
  const own = split ? { amountMicros: split.payableMicros, note: 'yours' } : money
  const raw = step.lane === 'network' ? [] : (step.raw ?? [])
  return { ...step, raw, why: withoutMarginReason(step.why), ...(own === undefined ? {} : { money: own }) }
}
