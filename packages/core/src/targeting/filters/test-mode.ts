import { anyKey, type TargetingFilter } from '../filter.ts'

/** Built-in test offers are for test credentials, which see the live catalogue as well. */
export const testMode: TargetingFilter = {
  name: 'test_mode',
  reason: 'test_mode',
  keeps: (offer, audience) => !offer.isTest || audience.isTest,
  explain: ({ isTest }, audience) => {
    if (!isTest) return 'The offer is for live and test credentials.'
    return `It is a test offer; the credentials are ${audience.isTest ? 'test' : 'live'} ones.`
  },
  index: {
    kind: 'keys',
    keysOf: (offer) => [offer.isTest ? 'test' : anyKey],
    keysFor: (audience) => (audience.isTest ? [anyKey, 'test'] : [anyKey]),
  },
}
