import { addListEntry } from '../../../packages/server/src/features/lists/add-list-entry.ts'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import { adoptWeights } from '../../../packages/server/src/features/risk/adopt-weights.ts'
import type { World } from '../world.ts'
import { type MakeSample, nothing } from './samples.ts'

let made = 0

function nextVersion(): string {
  made += 1
  return `sample-${made}`
}

async function addWeights({ ports }: World): Promise<string> {
  const version = nextVersion()
  await adoptWeights(ports, { weights: { ...shippedWeights, version }, actor: 'test' })
  return version
}

/** One waits at a time. */
async function addCandidate({ ports: { db, store, clock } }: World): Promise<string> {
  const version = nextVersion()
  await store.riskWeights.moveWeights(db, { state: 'candidate' }, { to: 'rejected', nowMs: clock.nowMs() })
  const row = { version, weights: { ...shippedWeights, version }, figures: {}, actor: 'test' }
  await store.riskWeights.insertWeights(db, { ...row, state: 'candidate', createdAtMs: clock.nowMs() })
  return version
}

export const listSamples: Readonly<Record<string, MakeSample>> = {
  listListEntries: nothing,
  exportListEntries: nothing,
  addListEntry: () => ({ body: { action: 'block', kind: 'country', value: 'KP', reason: 'A test.' } }),
  importListEntries: () => ({ body: { text: 'action,kind,value\nallow,asn,AS64500\n', dryRun: true } }),
  getRisk: nothing,
  getRiskLearning: nothing,
  listRiskMovers: async (world) => ({
    path: { version: await addWeights(world) },
    query: { from: 'low', to: 'high' },
  }),
  leaveRiskWeights: async (world) => ({ path: { version: await addCandidate(world) } }),
  listRiskWeights: nothing,
  refitRiskWeights: nothing,
  getRiskWeights: async (world) => ({ path: { version: await addWeights(world) } }),
  activateRiskWeights: async (world) => ({ path: { version: await addWeights(world) } }),
  adoptRiskWeights: () => ({ body: { text: JSON.stringify({ ...shippedWeights, version: nextVersion() }) } }),
  async removeListEntry({ ports }) {
    made += 1
    const draft = { action: 'review', kind: 'device', value: `sample-${made}`, reason: '', appId: null }
    const { id } = await addListEntry(ports, { ...draft, actor: 'test' })
    return { path: { entryId: String(id) } }
  },
}
