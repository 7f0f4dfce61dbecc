import { readId } from '@quoin/core/tracking/click-id.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { RefusedPostback } from '../../store/postbacks/refused-postbacks.ts'
import { applyPostbacks } from './apply-postbacks.ts'
import { readKeptReport } from './kept-report.ts'
import type { PostbackOutcome } from '../../ports/writes.ts'
import { sentenceOfProblems } from './postback-refusal.ts'

/** The outcome of one. */
interface Replayed {
  readonly id: string
  /** `kept`: it is refused as before, and may be replayed again; `none`: there is nothing to apply. */
  readonly outcome: 'applied' | 'duplicate' | 'kept' | 'none'
  readonly conversionId: string | null
  /** The conversion's status, or why nothing was applied. */
  readonly says: string
}

interface ReplayQuestion {
  readonly actor: string
  /** Rows of the postback log; else all of a network. */
  readonly ids: readonly string[]
  readonly networkSlug: string | null
  readonly sinceMs: number
  /** The last id of the page before. */
  readonly after: string | null
  readonly limit: number
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'newId' | 'snapshots' | 'keyring' | 'riskFigures'>

/**
 * Applies refused postbacks again, once the cause is mended, by the rules of a first report: what was applied before is
 * a duplicate. Only what was proven to be of its network is kept for it; a report about a click of another network
 * stays refused.
 */
export async function replayPostbacks(
  ports: Needs,
  question: ReplayQuestion,
): Promise<{ readonly replayed: readonly Replayed[]; readonly next: string | null }> {
  const { db, store, clock } = ports
  const { actor, ids, networkSlug, limit } = question
  const rows = networkSlug === null ? await findByIds(ports, ids) : await listOfNetwork(ports, question)
  const replayed: Replayed[] = []
  for (const row of rows) replayed.push(await replayOne(ports, row))
  const unknown = ids.filter((id) => !rows.some((row) => row.id === readId(id)))
  replayed.push(...unknown.map((id) => nothing(id, 'There is no refused postback of this id.')))
  const applied = replayed.filter(({ outcome }) => outcome === 'applied').map(({ id }) => id)
  await store.audit.insertAudit(db, {
    actor,
    action: 'postbacks.replayed',
    object: networkSlug === null ? 'postbacks' : `network:${networkSlug}`,
    details: { tried: rows.length, applied: applied.length, ids: applied.slice(0, idsNotedMax) },
    nowMs: clock.nowMs(),
  })
  const isFull = networkSlug !== null && rows.length === limit
  return { replayed, next: isFull ? (rows.at(-1)?.id ?? null) : null }
}

const idsNotedMax = 100

async function findByIds({ db, store }: Needs, ids: readonly string[]): Promise<RefusedPostback[]> {
  return await store.refusedPostbacks.findRefused(
    db,
    ids.flatMap((id) => readId(id) ?? []),
  )
}

async function listOfNetwork(
  { db, store }: Needs,
  { networkSlug, sinceMs, after, limit }: ReplayQuestion,
): Promise<RefusedPostback[]> {
  const network = await store.networks.findNetworkBySlug(db, networkSlug ?? '')
  if (network === undefined) throw notFound(`There is no network "${networkSlug}".`)
  const afterId = after === null ? null : (readId(after) ?? null)
  return await store.refusedPostbacks.listRefused(db, { networkId: network.id, sinceMs, afterId, limit })
}

async function replayOne(ports: Needs, { id, report }: RefusedPostback): Promise<Replayed> {
  if (report === null)
    return nothing(id, 'Nothing is kept of it: it was not proven, not readable, or is applied.')
  const again = readKeptReport(report, ports.newId())
  const [outcome] = await applyPostbacks(ports, [again])
  if (outcome?.kind !== 'applied' && outcome?.kind !== 'duplicate') return stillRefused(id, outcome)
  await ports.store.refusedPostbacks.closeRefused(ports.db, id)
  const { kind, conversionId, status, reason } = outcome
  return { id, outcome: kind, conversionId, says: reason === null ? status : `${status}: ${reason}` }
}

function stillRefused(
  id: string,
  outcome: Exclude<PostbackOutcome, { kind: 'applied' }> | undefined,
): Replayed {
  const says =
    outcome?.kind === 'refused'
      ? sentenceOfProblems(outcome.message, outcome.problems)
      : outcome?.kind === 'unproven'
        ? 'The network of this click must use its own postback address.'
        : 'The click id is unknown.'
  return { id, outcome: 'kept', conversionId: null, says }
}

function nothing(id: string, says: string): Replayed {
  return { id, outcome: 'none', conversionId: null, says }
}
