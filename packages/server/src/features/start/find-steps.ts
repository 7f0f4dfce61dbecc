import { type StartStep, startSteps } from '@quoin/core/apps/start-steps.ts'
import type { Ports } from '../../ports/ports.ts'

interface FoundStep {
  readonly step: StartStep
  /** Null: not yet. */
  readonly doneAtMs: number | null
}

/** How far an app has come. Steps found once are kept, so that only open ones are looked for. */
export async function findSteps(
  { db, store: { appSteps } }: Pick<Ports, 'db' | 'store'>,
  appId: number,
): Promise<FoundStep[]> {
  const known = new Map((await appSteps.listSteps(db, appId)).map(({ step, doneAtMs }) => [step, doneAtMs]))
  const found: FoundStep[] = []
  for (const step of startSteps) {
    let doneAtMs = known.get(step)
    if (doneAtMs === undefined) {
      doneAtMs = await appSteps.findEvidence(db, appId, step)
      if (doneAtMs !== undefined)
        await appSteps.insertStep(db, appId, { step, doneAtMs: Math.floor(doneAtMs) })
    }
    found.push({ step, doneAtMs: doneAtMs ?? null })
  }
  return found
}
