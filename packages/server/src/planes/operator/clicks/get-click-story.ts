import { getClickStory as operation } from '@quoin/contract/operator/users/click-operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { tellClickStory } from '../../../features/timeline/story/tell-click-story.ts'
import { presentStep, presentStory, presentThing } from '../../../http/present/click-story.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

export const getClickStory = staffRoute(operation, async ({ ports, path }) => {
  const story = await tellClickStory(ports, path.clickId)
  const { network, requests } = story.facts
  const data = {
    ...presentStory(story),
    network: presentThing(network),
    steps: story.steps.map((step) => ({
      ...presentStep(step),
      margin: step.split ? formatMicros(step.split.marginMicros) : null,
    })),
    refused_postbacks: requests.filter(({ outcome }) => outcome === 'refused').map(({ id }) => id),
  }
  return { data, message: story.verdict.sentence }
})
