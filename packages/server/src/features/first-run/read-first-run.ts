import { tellActor } from '@quoin/core/audit/audit-actor.ts'
import { type FirstRunStep, firstRunSteps } from '@quoin/core/first-run/first-run-steps.ts'
import type { Ports } from '../../ports/ports.ts'
import type { FirstRunRow } from '../../store/start/first-run.ts'
import { findThings } from '../audit/find-things.ts'
import { testNetworkSlug } from '../catalogue/keep-test-offers.ts'
import { demoNetworkSlug } from '../demo/create-demo.ts'
import { tellMoment, type ToldMoment } from './tell-moments.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock'>

/** The outcome of a step in test mode. */
export interface Trial {
  readonly isOk: boolean
  readonly says: string
  readonly link: string | null
}

interface ReadStep {
  readonly step: FirstRunStep
  readonly happened: (ToldMoment & { readonly atMs: number; readonly by: string | null }) | undefined
  readonly tried: (Trial & { readonly atMs: number }) | undefined
}

interface FirstRun {
  readonly isDemo: boolean
  readonly steps: readonly ReadStep[]
  readonly doers: readonly string[]
}

/** How far the platform has come, each step with what it became. */
export async function readFirstRun(needs: Needs): Promise<FirstRun> {
  const { db, store } = needs
  if (await isDemo(needs)) return { isDemo: true, steps: [], doers: [] }
  const rows = await noticeFirstRun(needs)
  const names = await namesOf(needs, rows)
  const steps = await Promise.all(
    firstRunSteps.map(async (step): Promise<ReadStep> => {
      const live = rows.find((row) => row.step === step && !row.isTest)
      const trial = rows.find((row) => row.step === step && row.isTest)
      return {
        step,
        happened: live && {
          ...(await tellMoment({ db, store }, step, live.subjectId ?? '')),
          atMs: live.atMs,
          by: live.actor === null ? null : (names.get(live.actor) ?? null),
        },
        tried: trial && { ...readTrial(trial), atMs: trial.atMs },
      }
    }),
  )
  return { isDemo: false, steps, doers: await findDoers(needs) }
}

async function isDemo({ db, store }: Needs): Promise<boolean> {
  return (await store.networks.findNetworkBySlug(db, demoNetworkSlug)) !== undefined
}

/** Looks for the steps that have not happened yet, and keeps those that have; returns all that is kept. */
async function noticeFirstRun({
  db,
  store: { firstRun },
}: Pick<Ports, 'db' | 'store'>): Promise<readonly FirstRunRow[]> {
  const rows = await firstRun.listFirstRun(db)
  const missing = firstRunSteps.filter((step) => !rows.some((row) => row.step === step && !row.isTest))
  const evidence = { testNetwork: testNetworkSlug, trialAppId: trialAppOf(rows) }
  const found: FirstRunRow[] = []
  for (const step of missing) {
    const moment = await firstRun.findMoment(db, step, evidence)
    if (moment === undefined) continue
    const { atMs, subjectId, objects } = moment
    const actor = (await firstRun.findMaker(db, objects)) ?? null
    found.push({ step, isTest: false, atMs, actor, subjectId, facts: {} })
  }
  for (const row of found) await firstRun.writeFirstRun(db, row)
  return [...rows, ...found]
}

/** The same by itself, for when nobody looks: a click may be gone before anybody does. */
export async function keepFirstRun(needs: Needs): Promise<void> {
  if (!(await isDemo(needs))) await noticeFirstRun(needs)
}

/** The app that test mode made: it is none of the operator's. */
export function trialAppOf(rows: readonly FirstRunRow[]): number | null {
  const made = rows.find(({ step, isTest }) => step === 'app' && isTest)?.facts['madeAppId']
  return typeof made === 'number' ? made : null
}

/** As `try-steps.ts` wrote it. */
function readTrial({ facts }: FirstRunRow): Trial {
  const { isOk, says, link } = facts
  return {
    isOk: isOk === true,
    says: typeof says === 'string' ? says : '',
    link: typeof link === 'string' ? link : null,
  }
}

async function namesOf(
  { db, store }: Needs,
  rows: readonly FirstRunRow[],
): Promise<ReadonlyMap<string, string>> {
  const actors = rows.flatMap(({ actor }) => actor ?? [])
  const changes = [...new Set(actors)].map((actor, id) => {
    const change = {
      id,
      happenedAtMs: 0,
      action: 'network.created',
      object: 'network:',
      details: {},
      origin: null,
    }
    return { ...change, actor }
  })
  const things = await findThings({ db, store }, changes)
  return new Map(changes.map(({ actor }) => [actor, tellActor(actor, things).name]))
}

const doersMax = 3

async function findDoers({ db, store, clock }: Needs): Promise<readonly string[]> {
  const people = await store.persons.listStaff(db, clock.nowMs())
  return people
    .filter(({ role }) => role === 'operator')
    .slice(0, doersMax)
    .map(({ name }) => name)
}
