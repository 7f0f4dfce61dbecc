import { invalidFields, invalidRequest, notFound } from '@quoin/core/errors.ts'
import type { FeedMapping } from '@quoin/core/sources/mapping/mapping.ts'
import { cleanTexts } from '@quoin/core/sources/clean-texts.ts'
import type { FeedAccount, FeedAnswer, FeedFault } from '../../../feeds/feed-kind.ts'
import { isFault } from '../../../feeds/is-fault.ts'
import { mapped } from '../../../feeds/kinds/mapped.ts'
import { recordsIn } from '../../../feeds/mapped/mapped-page.ts'
import type { FoundBody } from '../../../feeds/read-answer.ts'
import type { Ports } from '../../../ports/ports.ts'
import { FeedCaller } from '../pull-feed.ts'
import { invalid, isElsewhere, mappingOf, needsKey, refuseFaults, settingsAfter } from '../source-faults.ts'
import { openKey } from '../source-key.ts'
import { findRecords } from './find-records.ts'
import { guessMapping, type MappingGuess } from './guess-mapping.ts'
import { listFields } from './list-fields.ts'
import { type PreviewedOffer, previewOffers } from './preview-offers.ts'
import { findAnswer, keepAnswer } from './recent-answers.ts'
import { type ShownField, showFields, showRecord } from './show-fields.ts'

type SampleNeeds = Pick<Ports, 'db' | 'store' | 'keyring' | 'clock' | 'outgoing'>

export interface SampleQuestion {
  /** A source whose address and key are asked by; settings and a key that are given take their place. */
  readonly sourceId?: number | undefined
  /** The short name of the network: its preset names the parameter of the click id. */
  readonly networkSlug?: string | undefined
  readonly settings?: Readonly<Record<string, string>> | undefined
  readonly key?: string | undefined
  readonly mapping?: unknown
}

export interface FeedSample {
  readonly format: FeedMapping['format']
  /** Where the records are, and why; null where there is no list of objects. */
  readonly recordsAt: string | null
  readonly reason: string
  readonly recordCount: number
  readonly fields: readonly ShownField[]
  /** The first records, flat: their values as texts by path. */
  readonly records: readonly Readonly<Record<string, string>>[]
  readonly guess: MappingGuess | null
  /** The first offers as the mapping reads them: the given one, else the guessed one where that is whole. */
  readonly offers: readonly (PreviewedOffer | null)[] | null
}

/** Records that a guess looks at. */
const lookedAtMax = 200
const shownMax = 20
const patience = { retrySec: 0, restFactor: 0, betweenMs: 0, triesMax: 1 }
const sampleMs = 30_000

/**
 * Asks a feed once, and says how its offers could be read. Nothing is stored. Throws INVALID_REQUEST where the question is none, and
 * where the network gives no feed.
 */
export async function sampleFeed(needs: SampleNeeds, question: SampleQuestion): Promise<FeedSample> {
  const { account, mapping } = await accountOf(needs, question)
  const read = await answerFor(needs, account, mapping)
  return cleanTexts(sampleOf({ account, mapping, ...read }), account.key)
}

interface SampledAnswer {
  readonly account: FeedAccount
  readonly mapping: FeedMapping | undefined
  readonly answer: FeedAnswer
  readonly body: FoundBody
}

function sampleOf({ account, mapping, answer, body }: SampledAnswer): FeedSample {
  const { format, value } = body
  const fault = mapping === undefined ? undefined : faultOf(answer, { ...account, mapping })
  const found =
    mapping === undefined || fault !== undefined
      ? findRecords(value, format)
      : {
          path: mapping.records,
          records: recordsIn(value, mapping) ?? [],
          reason: tellMapped(mapping.records),
        }
  if (found === undefined) {
    const reason = fault ?? 'The answer has no list of objects: look at its address, and at what it answers.'
    const nothing = { recordsAt: null, recordCount: 0, fields: [], records: [], guess: null, offers: null }
    return { format, reason, ...nothing }
  }
  const records = found.records.slice(0, lookedAtMax)
  const fields = listFields(records)
  const guess = guessMapping({ format, body: value, headers: answer.headers, found, records, fields })
  const read = mapping ?? guess.mapping
  const shown = records.slice(0, shownMax)
  return {
    format,
    recordsAt: found.path,
    reason: fault ?? found.reason,
    recordCount: found.records.length,
    fields: showFields(fields),
    records: shown.map(showRecord),
    guess,
    offers: fault === undefined ? previewOffers(shown, { ...account, mapping: read }) : null,
  }
}

/** Why a run would have nothing to read by this mapping. */
function faultOf(answer: FeedAnswer, account: FeedAccount): string | undefined {
  const page = mapped.readPage(answer, account, { page: 1, seen: 0 })
  return isFault(page) ? page.message : undefined
}

function tellMapped(path: string): string {
  return path === '' ? 'The mapping reads the answer itself.' : `The mapping reads \`${path}\`.`
}

/** The answer of the network; to try a mapping, that of a moment ago. A look without one always asks. */
async function answerFor(
  needs: SampleNeeds,
  account: FeedAccount,
  mapping: FeedMapping | undefined,
): Promise<Pick<SampledAnswer, 'answer' | 'body'>> {
  const request = mapped.firstPage(account)
  const recent = mapping && findAnswer(request, needs.clock.monotonicMs())
  if (recent !== undefined && isReadSo(recent.body, mapping))
    return { answer: { ...recent.answer, body: recent.body.value }, body: recent.body }
  const answer = await ask(needs, account, mapping)
  if (mapping !== undefined)
    return { answer, body: { format: mapping.format, value: answer.body, length: 0 } }
  const body = foundIn(answer)
  keepAnswer(request, { atMs: needs.clock.monotonicMs(), answer, body })
  return { answer, body }
}

/** Whether a mapping would read the same text as it was read without one. */
function isReadSo({ format }: FoundBody, mapping: FeedMapping | undefined): boolean {
  return mapping?.format === format && mapping.delimiter === undefined
}

function foundIn({ body }: FeedAnswer): FoundBody {
  return body as FoundBody // an account without a mapping is read as any
}

/** Answers of any size are held whole while they are looked at. */
const askingMax = 4
let asking = 0

async function ask(needs: SampleNeeds, account: FeedAccount, mapping?: FeedMapping): Promise<FeedAnswer> {
  if (asking >= askingMax)
    throw invalidRequest(`${askingMax} feeds are being looked at already: try again in a moment.`)
  asking += 1
  try {
    return await askOnce(needs, account, mapping)
  } finally {
    asking -= 1
  }
}

async function askOnce(needs: SampleNeeds, account: FeedAccount, mapping?: FeedMapping): Promise<FeedAnswer> {
  const asked = mapping === undefined ? account : { ...account, mapping }
  const signal = AbortSignal.timeout(sampleMs)
  const caller = new FeedCaller(needs, { kind: mapped, account: asked, signal, patience })
  const read = await caller
    .ask(mapped.firstPage(asked), (answer) => answer)
    .catch((error: unknown) => {
      if (signal.aborted) return slow
      throw error
    })
  if (isFault(read)) throw tellFault(read)
  return read
}

const slow: FeedFault = {
  cause: 'network_failed',
  message: `The network did not answer within ${sampleMs / 1_000} seconds.`,
}

/** The field to look at; an answer that nobody reads may have any cause. */
function tellFault({ cause, message }: FeedFault): Error {
  if (cause === 'network_failed' || cause === 'rate_limited') return invalidRequest(message)
  const field = cause === 'key_refused' ? 'key' : 'settings.url'
  return invalidRequest(message, [{ field, rule: 'answer', message }])
}

async function accountOf(
  needs: SampleNeeds,
  question: SampleQuestion,
): Promise<{ readonly account: FeedAccount; readonly mapping: FeedMapping | undefined }> {
  const source = await sourceOf(needs, question)
  const settings = settingsAfter(source?.settings ?? {}, question.settings)
  const isSealed = question.key === undefined && source !== undefined
  refuseFaults(mapped, { settings, key: question.key, mapping: question.mapping }, {})
  // Whoever leads a key elsewhere must have it.
  if (isSealed && needsKey(mapped, settings) && isElsewhere(settings, source.settings))
    throw invalid('key', 'must be given again with other settings')
  const key = isSealed ? openKey(needs, source) : question.key
  if (key === undefined && needsKey(mapped, settings)) throw invalid('key', 'is required')
  const mapping = question.mapping === undefined ? undefined : mappingOf(mapped, question.mapping)
  const preset = await presetOf(needs, question, source)
  return { account: { settings, key: key ?? '', preset }, mapping }
}

async function sourceOf({ db, store }: SampleNeeds, { sourceId }: SampleQuestion) {
  if (sourceId === undefined) return undefined
  const source = await store.sources.findSource(db, sourceId)
  if (source === undefined) throw notFound(`There is no source ${sourceId}.`)
  if (source.kind !== mapped.name)
    throw invalidFields([{ field: 'sourceId', rule: 'kind', message: 'must be a source of another feed' }])
  return source
}

async function presetOf(
  { db, store }: SampleNeeds,
  { networkSlug }: SampleQuestion,
  source: Awaited<ReturnType<typeof sourceOf>>,
): Promise<string> {
  const network =
    source === undefined
      ? networkSlug === undefined
        ? undefined
        : await store.networks.findNetworkBySlug(db, networkSlug)
      : await store.networks.findNetwork(db, source.networkId)
  if (network === undefined && networkSlug !== undefined)
    throw notFound(`There is no network "${networkSlug}". Create it first.`)
  return network?.preset ?? 'generic'
}
