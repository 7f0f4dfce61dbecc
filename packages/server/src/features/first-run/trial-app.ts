import type { Ports, Snapshots } from '../../ports/ports.ts'
import { createApp } from '../apps/create-app.ts'
import { setEndpoint } from '../callbacks/endpoints/set-endpoint.ts'
import { trialAppOf } from './read-first-run.ts'
import { testReceiverUrl } from './test-receiver.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'random' | 'settings' | 'keyring' | 'outgoing'> & {
  readonly snapshots: Pick<Snapshots, 'refresh'>
  readonly actor: string
}

export interface TrialApp {
  readonly appId: number
  readonly endpointId: number
  /** Made for trials alone. */
  readonly isMade: boolean
}

const names = { publisher: 'Test publisher', app: 'Test app', endpoint: 'test-receiver' }

/**
 * The app that a trial goes through: the first of the operator's with an endpoint for callbacks, which is tried as it
 * stands; else one that is made for it. That one is paused, so that nothing live can come of it.
 */
export async function findTrialApp(needs: Needs): Promise<TrialApp> {
  const { db, store, actor } = needs
  const madeAppId = trialAppOf(await store.firstRun.listFirstRun(db))
  const own = await store.firstRunFacts.findAppWithEndpoint(db, madeAppId)
  if (own !== undefined) return { ...own, isMade: false }
  const appId = madeAppId ?? (await makeApp(needs))
  const choices = { url: testReceiverUrl, mode: 'test' } as const
  const { endpointId } = await setEndpoint(needs, { appId, name: names.endpoint, choices, actor })
  return { appId, endpointId, isMade: true }
}

/** The app that is made for trials alone, whatever others there are. */
export async function findMadeApp(needs: Needs): Promise<number> {
  const says = 'The app for trials was made to try an offer: it is paused, so nothing live can come of it.'
  const madeAppId = trialAppOf(await needs.store.firstRun.listFirstRun(needs.db))
  return madeAppId ?? (await makeApp(needs, { isOk: true, says }))
}

/** At once a trial is noted: the app is no first app, however it goes on. */
const notEnded = { isOk: false, says: 'The trial did not end.' }

async function makeApp(needs: Needs, outcome = notEnded): Promise<number> {
  const { db, store, clock, actor } = needs
  const { appId } = await createApp(needs, {
    publisher: names.publisher,
    name: names.app,
    isPaused: true,
    currencyName: 'Coins',
    currencyRate: 100_000_000,
    currencyDecimals: 0,
  })
  const facts = { madeAppId: appId, ...outcome }
  const row = {
    step: 'app',
    isTest: true,
    atMs: clock.nowMs(),
    actor,
    subjectId: String(appId),
    facts,
  } as const
  await store.firstRun.writeFirstRun(db, row)
  return appId
}
