import {
  allowSourceOffer as allowOperation,
  answerSourceWords as answerOperation,
} from '@quoin/contract/operator/sources/source-answer-operations.ts'
import {
  connectSourcePostback as connectOperation,
  createSource as createOperation,
  deleteSource as deleteOperation,
  getSource as getOperation,
  listSourceKinds as kindsOperation,
  listSources as listOperation,
  pullSource as pullOperation,
  updateSource as updateOperation,
} from '@quoin/contract/operator/sources/source-operations.ts'
import {
  applySourceRun as applyOperation,
  discardSourceRun as discardOperation,
  getSourceRun as getRunOperation,
  listSourceRunOffers as listOffersOperation,
  listSourceRuns as listRunsOperation,
  undoSourceRun as undoOperation,
} from '@quoin/contract/operator/sources/source-run-operations.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import { everySecMin } from '@quoin/core/sources/source.ts'
import type { SourceSettings } from '../../../features/sources/source-settings.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { sourceMappingRoutes } from './source-mappings.ts'
import { presentRun, runOf, showSource, showSources, sourceOf } from './present-source.ts'

/** A start does without them: they are loaded with the first source. */
const features = {
  kinds: () => import('../../../feeds/kinds.ts'),
  change: () => import('../../../features/sources/change-source.ts'),
  decide: () => import('../../../features/sources/decide-run.ts'),
  connect: () => import('../../../features/sources/connect-postback.ts'),
  allow: () => import('../../../features/sources/allow-offer.ts'),
  answer: () => import('../../../features/sources/answer-words.ts'),
}

const listSourceKinds = staffRoute(kindsOperation, async () => {
  const { feedKinds } = await features.kinds()
  const data = feedKinds.map(({ name, title, preset = null, keyAbout, pace, settings, account }) => ({
    name,
    title,
    preset,
    has_mapping: account?.hasMapping === true,
    key_about: keyAbout,
    every_sec_min: Math.max(pace.runsSec, everySecMin),
    settings: settings.map(({ name: own, label, about, example, isOptional, choices = [] }) => {
      return { name: own, label, about, example, is_required: isOptional !== true, choices: [...choices] }
    }),
  }))
  return { data, message: `${data.length} kinds.` }
})

const listSources = staffRoute(listOperation, async ({ ports }) => {
  const data = await showSources(ports, await ports.store.sources.listSources(ports.db))
  return { data, message: `${data.length} sources.` }
})

const createSource = staffRoute(createOperation, async ({ ports, body, staff: { actor } }) => {
  const { network, kind, key } = body
  const { createSource: create } = await features.change()
  const sourceId = await create({ ...ports, actor }, { ...settingsOf(body), networkSlug: network, kind, key })
  return {
    status: 201,
    data: await showSource(ports, sourceId),
    message: 'The source is there; it is asked now.',
  }
})

const getSource = staffRoute(getOperation, async ({ ports, path }) => ({
  data: await showSource(ports, path.sourceId),
  message: 'The source.',
}))

const updateSource = staffRoute(updateOperation, async ({ ports, path, body, staff: { actor } }) => {
  const { updateSource: update } = await features.change()
  const { isPaused, mappingVersion } = body
  await update({ ...ports, actor }, path.sourceId, { ...settingsOf(body), isPaused, mappingVersion })
  return { data: await showSource(ports, path.sourceId), message: 'The source is changed.' }
})

const deleteSource = staffRoute(deleteOperation, async ({ ports, path, staff: { actor } }) => {
  const { deleteSource: remove } = await features.change()
  await remove({ ...ports, actor }, path.sourceId)
  return { data: {}, message: 'The source is removed; its offers stay as they are.' }
})

const pullSource = staffRoute(pullOperation, async ({ ports, path, staff: { actor } }) => {
  const { requestRun } = await features.change()
  await requestRun({ ...ports, actor }, path.sourceId)
  return { status: 202, data: await showSource(ports, path.sourceId), message: 'The network is asked soon.' }
})

const connectSourcePostback = staffRoute(
  connectOperation,
  async ({ ports, path, body, staff: { actor } }) => {
    const { connectPostback } = await features.connect()
    const { sourceId } = path
    await connectPostback(ports, { sourceId, actor, isRenewed: body.newAddress ?? false })
    return { data: await showSource(ports, sourceId), message: 'The network reports to this server.' }
  },
)

const listSourceRuns = staffRoute(listRunsOperation, async ({ ports, path, query }) => {
  const { id: sourceId } = await sourceOf(ports, path.sourceId)
  const slice = sliceOf(query, '-time')
  const page = await ports.store.sourceRuns.listRunPage(
    ports.db,
    { sourceId, state: query.state ?? null },
    slice,
  )
  const nowMs = ports.clock.nowMs()
  return listAnswer(page, slice, (run) => presentRun(run, nowMs))
})

const getSourceRun = staffRoute(getRunOperation, async ({ ports, path }) => ({
  data: presentRun(await runOf(ports, path.runId), ports.clock.nowMs()),
  message: 'The run.',
}))

const listSourceRunOffers = staffRoute(listOffersOperation, async ({ ports, path, query }) => {
  const { id: runId } = await runOf(ports, path.runId)
  const slice = sliceOf(query, 'external_id')
  const filter = { runId, verdict: query.verdict ?? null, search: query.search ?? null }
  const page = await ports.store.runOffers.listRunOfferPage(ports.db, filter, slice)
  return listAnswer(page, slice, ({ externalId, ...offer }) => ({ external_id: externalId, ...offer }))
})

const applySourceRun = staffRoute(applyOperation, async ({ ports, path: { runId }, staff: { actor } }) => {
  const { applyWaiting } = await features.decide()
  await applyWaiting(ports, { runId, actor })
  return { data: presentRun(await runOf(ports, runId), ports.clock.nowMs()), message: 'The run counts.' }
})

const discardSourceRun = staffRoute(
  discardOperation,
  async ({ ports, path: { runId }, staff: { actor } }) => {
    const { discardWaiting } = await features.decide()
    await discardWaiting(ports, { runId, actor })
    return {
      data: presentRun(await runOf(ports, runId), ports.clock.nowMs()),
      message: 'The offers stay as they are.',
    }
  },
)

const undoSourceRun = staffRoute(
  undoOperation,
  async ({ ports, path: { runId }, body, staff: { actor } }) => {
    const { undoRun } = await features.decide()
    const { putBack } = await undoRun(ports, { runId, actor, isPausing: body.pause ?? true })
    const data = presentRun(await runOf(ports, runId), ports.clock.nowMs())
    return { data, message: `${putBack} offers are as they were.` }
  },
)

const allowSourceOffer = staffRoute(allowOperation, async ({ ports, path, body, staff: { actor } }) => {
  const { sourceId } = path
  const { externalId, reason } = body
  const { allowOffer } = await features.allow()
  await allowOffer(ports, { sourceId, externalId, reason, actor })
  return { data: {}, message: reason === null ? 'The allowance is taken back.' : 'The next run lists it.' }
})

const answerSourceWords = staffRoute(answerOperation, async ({ ports, path, body, staff: { actor } }) => {
  const { sourceId } = path
  const { countryWords: countries = {}, platformWords: platforms = {} } = body
  const { answerWords } = await features.answer()
  await answerWords({ ...ports, actor }, { sourceId, countries, platforms })
  return {
    data: await showSource(ports, sourceId),
    message: 'The words are known; the network is asked soon.',
  }
})

export const sourceRoutes = [
  listSourceKinds,
  listSources,
  createSource,
  getSource,
  updateSource,
  ...sourceMappingRoutes,
  deleteSource,
  pullSource,
  connectSourcePostback,
  listSourceRuns,
  getSourceRun,
  listSourceRunOffers,
  applySourceRun,
  discardSourceRun,
  undoSourceRun,
  allowSourceOffer,
  answerSourceWords,
]

interface GivenSettings
  extends Pick<SourceSettings, 'name' | 'settings' | 'key' | 'everySec' | 'mapping' | 'linkCheckDaily'> {
  /** In micros of a percent. */
  readonly payoutPercent?: number | undefined
}

/** A basis point in micros of a percent. */
const microsPerPoint = 10_000

function settingsOf({ payoutPercent, ...given }: GivenSettings): SourceSettings {
  const payoutBasisPoints = payoutPercent === undefined ? undefined : payoutPercent / microsPerPoint
  if (payoutBasisPoints !== undefined && !Number.isInteger(payoutBasisPoints)) {
    throw invalidFields([
      { field: 'payoutPercent', rule: 'decimal', message: 'must have at most 2 decimals' },
    ])
  }
  const { name, settings, key, everySec, mapping, linkCheckDaily } = given
  return { name, settings, key, everySec, mapping, linkCheckDaily, payoutBasisPoints }
}
