import type { Sighting } from '../../packages/server/src/ports/writes.ts'

type Facts = Partial<Sighting> & Pick<Sighting, 'fingerprintHash' | 'seenAtMs'>

/** A user on a device, of an app with the settings that apps begin with; nothing is known of them but what is given. */
export function makeSighting(appId: number, facts: Facts): Sighting {
  return {
    app: {
      id: appId,
      multiAccountThreshold: 1,
      multiAccountWindowDays: 90,
      multiAccountMode: 'literal',
      autoBlockScore: null,
      fraudShare: null,
    },
    isTest: false,
    userId: 'a',
    data: undefined,
    endUserAddress: undefined,
    endUserAgent: undefined,
    requestId: 'req_1',
    ...facts,
  }
}
