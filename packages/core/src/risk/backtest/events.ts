import { type ConversionStatus, conversionStatuses } from '../../conversions/status.ts'

/** An event, as an events file tells it. Address and User-Agent are the end user's own. */
export type RiskEvent = SightingEvent | ClickEvent | ConversionEvent

export interface SightingEvent {
  readonly type: 'fingerprint'
  readonly atMs: number
  readonly userId: string
  readonly fingerprintHash: string
  readonly data: unknown
  readonly address: string | undefined
  readonly userAgent: string | undefined
}

interface ClickEvent {
  readonly type: 'click'
  readonly atMs: number
  readonly userId: string
  readonly offerId: number
  readonly clickId: string
  readonly address: string | undefined
}

export interface ConversionEvent {
  readonly type: 'conversion'
  readonly atMs: number
  readonly userId: string
  readonly clickId: string
  readonly status: ConversionStatus
  /** In whatever currency, the same for all; 0 where it is not told. */
  readonly payout: number
  /** The goal of the offer; '' where it has none. */
  readonly goal: string
  /** The place of the goal in the ladder of the offer. */
  readonly goalOrder: number
}

/** The facts about a user that are known afterwards. */
export interface Label {
  readonly userId: string
  /** The person behind several users; the user themselves when it is not known. */
  readonly person: string
  /** A name for the kind of user, for figures per kind. */
  readonly kind: string
  readonly isFraud: boolean
}

/** The year 5138. */
const tsMax = 100_000_000_000

/** Reads one line of an events file; a sentence says what is wrong with it. */
export function readEvent(raw: unknown): RiskEvent | Error {
  const { text, number } = fieldsOf(raw)
  const ts = number('ts')
  // Milliseconds would be taken for a time in which everybody is a thousand times slower.
  if (ts === undefined || ts < 0 || ts > tsMax) return new Error('"ts" must be Unix seconds')
  const atMs = Math.round(ts * 1000)
  const type = text('type')
  if (type === 'fingerprint') return readSighting(raw, atMs)
  const [userId, clickId] = [text('user_id'), text('click_id')]
  if (type !== 'click' && type !== 'conversion') {
    return new Error('"type" must be fingerprint, click or conversion')
  }
  if (!userId || !clickId) return new Error(`a ${type} needs "user_id" and "click_id"`)
  if (type === 'click') {
    const offerId = number('offer_id')
    return offerId === undefined
      ? new Error('a click needs "offer_id", a number')
      : { type, atMs, userId, offerId, clickId, address: text('ip') }
  }
  const status = conversionStatuses.find((known) => known === text('status'))
  return status === undefined
    ? new Error(`a conversion needs "status": ${conversionStatuses.join(', ')}`)
    : {
        type,
        atMs,
        userId,
        clickId,
        status,
        payout: Math.max(0, number('payout') ?? 0),
        goal: text('goal') ?? '',
        goalOrder: number('goal_order') ?? 0,
      }
}

function readSighting(raw: unknown, atMs: number): SightingEvent | Error {
  const { text, member } = fieldsOf(raw)
  const body = fieldsOf(member('body'))
  const [fingerprintHash, userId] = [body.text('fingerprint_hash'), body.text('user_id')]
  if (!fingerprintHash || !userId) {
    return new Error('a fingerprint needs "body" with "fingerprint_hash" and "user_id"')
  }
  const rest = { address: text('ip'), userAgent: text('ua'), data: body.member('fingerprint_data') }
  return { type: 'fingerprint', atMs, userId, fingerprintHash, ...rest }
}

/** Reads one line of a labels file. */
export function readLabel(raw: unknown): Label | Error {
  const { text, member } = fieldsOf(raw)
  const userId = text('user_id')
  if (!userId) return new Error('a label needs "user_id"')
  const fraud = member('fraud')
  if (fraud !== 0 && fraud !== 1 && typeof fraud !== 'boolean') return new Error('"fraud" must be 0 or 1')
  const isFraud = Boolean(fraud)
  const kind = text('kind') ?? (isFraud ? 'fraud' : 'honest')
  return { userId, isFraud, kind, person: text('person_id') ?? userId }
}

interface Fields {
  member(name: string): unknown
  text(name: string): string | undefined
  number(name: string): number | undefined
}

function fieldsOf(raw: unknown): Fields {
  const member = (name: string): unknown =>
    typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name) ? Reflect.get(raw, name) : undefined
  return {
    member,
    text: (name) => {
      const value = member(name)
      return typeof value === 'string' ? value : undefined
    },
    number: (name) => {
      const value = member(name)
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    },
  }
}
