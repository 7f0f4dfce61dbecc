import type { ConversionReason } from '@quoin/core/conversions/conversion.ts'
import { notFound } from '@quoin/core/errors.ts'
import { conversionReasons } from './tell-reasons.ts'
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
  const { verdict, steps } = tellStory(withoutTheNetworks(facts))
  return {
    facts,
    steps: steps.map(withoutMargin),
    verdict: {
      ...verdict,
      sentence: plain(verdict.sentence),
      detail: plain(verdict.detail),
      // The publisher cannot do what the platform's people can.
      remedy: verdict.cause === 'review' ? 'The platform looks at it and decides.' : verdict.remedy,
    },
  }
}

function withoutTheNetworks(facts: ClickFacts): ClickFacts {
  return {
    ...facts,
    network: undefined,
    requests: facts.requests.map((request) => ({ ...request, parameters: {}, message: null })),
    events: facts.events.map((event) => ({ ...event, actor: null })),
  }
}

function withoutMargin({ split, money, ...step }: StoryStep): StoryStep {
  const own = split ? { amountMicros: split.payableMicros, note: 'yours' } : money
  const raw = step.lane === 'network' ? [] : (step.raw ?? [])
  return { ...step, raw, why: plain(step.why), ...(own === undefined ? {} : { money: own }) }
}

/** Why a conversion waits or was refused, as its publisher may know it. */
export function ownReason(reason: ConversionReason | null): string | null {
  return reason === null ? null : plain(conversionReasons[reason])
}

/** Without the one reason that would tell what the network pays. */
function plain(text: string): string {
  return text.replaceAll(conversionReasons.margin, 'the platform checks what is paid for it')
}
