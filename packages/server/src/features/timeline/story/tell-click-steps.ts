import { readClickNote } from '@quoin/core/risk/behaviour/behaviour-risk.ts'
import type { ClickFacts } from './gather-click.ts'
import { type StoryStep, step } from './story-step.ts'
import { clickReasons } from './tell-reasons.ts'

/** The list, the visit, and where it was led. */
export function tellClickSteps(facts: ClickFacts): StoryStep[] {
  return [tellList(facts), tellVisit(facts), tellRedirect(facts)]
}

/** As it would be decided now: what was decided then is not kept. */
function tellList({ eligibility }: ClickFacts): StoryStep {
  const common = { atMs: null, lane: 'quoin', form: 'recomputed' } as const
  if (!eligibility)
    return step({
      ...common,
      title: 'The list no longer has this offer',
      why: 'It was removed, or these credentials do not see it.',
    })
  const failed = eligibility.checks.filter(({ isPassed }) => !isPassed)
  return step({
    ...common,
    title: eligibility.isEligible
      ? 'The list has this offer for the user'
      : 'The list would not show this offer to the user now',
    why: failed.map(({ sentence }) => sentence).join(' '),
    checks: eligibility.checks,
  })
}

function tellVisit({ click }: ClickFacts): StoryStep {
  const isBot = click.verdict === 'bot'
  const from = click.country === 'ZZ' ? 'From an unknown country' : `From ${countryName(click.country)}`
  return step({
    atMs: click.clickedAtMs,
    lane: 'user',
    title: isBot ? 'A crawler or tool follows the link' : 'Follows the link',
    state: isBot ? 'Bot' : click.isTest ? 'Test' : 'Accepted',
    why: [
      `${from}, on ${platformNames[click.platform] ?? click.platform}.`,
      ...(click.isUnsigned ? ['The link was not signed, so that anybody may have followed it.'] : []),
      ...(isBot
        ? [
            click.isTest
              ? 'With a live key, whatever it earns is held for a person.'
              : 'Whatever it earns is held for a person.',
          ]
        : []),
    ].join(' '),
    raw: [
      { name: 'user', value: click.userId },
      ...(click.subId === null ? [] : [{ name: 'sub id', value: click.subId }]),
      ...(click.address === null ? [] : [{ name: 'address', value: click.address }]),
      ...(click.userAgent === null ? [] : [{ name: 'browser', value: click.userAgent }]),
    ],
  })
}

function tellRedirect({ click, network }: ClickFacts): StoryStep {
  const risk = readClickNote(click.risk)
  const common = { atMs: click.clickedAtMs, lane: 'quoin' } as const
  if (click.outcome === 'fallback')
    return step({
      ...common,
      tone: 'bad',
      title: 'Leads to the fallback instead of the offer',
      state: 'Refused',
      why: `Because ${click.reason === null ? 'the offer was not to be had' : clickReasons[click.reason]}.`,
    })
  const against = risk
    ? risk.reasons.map(({ detail }) => detail).join('; ')
    : 'Nothing speaks against the click'
  return step({
    ...common,
    title: risk?.verdict === 'hold' ? 'Lets it through, and holds what it earns' : 'Lets it through',
    why: `${against}. Sent on to ${network?.name ?? 'the network'} with our click id.`,
    riskScore: risk ? risk.scoreTenths / 10 : null,
  })
}

const platformNames: Readonly<Record<string, string>> = { android: 'Android', ios: 'iOS', web: 'a computer' }

const names = new Intl.DisplayNames(['en'], { type: 'region' })

function countryName(code: string): string {
  return names.of(code) ?? code
}
