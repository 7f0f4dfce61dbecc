/** Whether a network has the postbacks of a source, as far as its API tells. */
export const postbackStates = ['none', 'installed', 'missing', 'differs'] as const
export type PostbackState = (typeof postbackStates)[number]

/** From one look at them to the next. */
export const postbackCheckHours = 24
/** After a look that failed. */
export const postbackRetryHours = 1

/** The reports that a postback sends: conversions themselves, or later events of them. */
export type PostbackReports = 'conversions' | 'events'

/** Set up by the server, pasted by a person, or of somebody else: those of others are never touched. */
export type PostbackOwner = 'server' | 'person' | 'other'

/** A postback as a network has it. */
export interface FoundPostback {
  /** The network's own id. */
  readonly id: string
  readonly reports: PostbackReports
  readonly address: string
  /** It is sent, and for all offers. */
  readonly isSent: boolean
  readonly owner: PostbackOwner
}

/** A postback that a network should have. */
export interface WantedPostback {
  readonly reports: PostbackReports
  readonly address: string
}

/** The parameter without which no report finds its click. */
const clickIdName = 'click_id'

interface PostbackPlan {
  readonly state: Exclude<PostbackState, 'none'>
  readonly message: string
  readonly adds: readonly WantedPostback[]
  readonly changes: readonly { readonly id: string; readonly to: WantedPostback }[]
}

const names: Readonly<Record<PostbackReports, string>> = {
  conversions: 'conversions',
  events: 'events after a conversion',
}

/** Compares the postbacks of a network with those that it should have. */
export function judgePostbacks(
  found: readonly FoundPostback[],
  wanted: readonly WantedPostback[],
): PostbackPlan {
  const parts = wanted.map((to) => ({ to, ...findPart(found, to) }))
  const adds = parts.filter(({ as }) => as === 'missing').map(({ to }) => to)
  const changes = parts.flatMap(({ to, as, id }) =>
    as === 'differs' && id !== undefined ? [{ id, to }] : [],
  )
  if (changes.length > 0)
    return { state: 'differs', message: tell(changes, 'was changed there'), adds, changes }
  if (adds.length > 0)
    return {
      state: 'missing',
      message: tell(
        adds.map((to) => ({ to })),
        'is not there',
      ),
      adds,
      changes,
    }
  const isPasted = parts.every(({ isOfPerson }) => isOfPerson)
  const message = isPasted
    ? 'The address that a person has pasted is set up there.'
    : 'The network reports to this server.'
  return { state: 'installed', message, adds, changes }
}

function tell(parts: readonly { readonly to: WantedPostback }[], fault: string): string {
  return `The postback for ${parts.map(({ to }) => names[to.reports]).join(' and for ')} ${fault}.`
}

interface Part {
  readonly as: 'right' | 'differs' | 'missing'
  readonly id?: string
  readonly isOfPerson?: boolean
}

function findPart(found: readonly FoundPostback[], wanted: WantedPostback): Part {
  const same = found.filter(({ reports, owner }) => reports === wanted.reports && owner !== 'other')
  const own = same.filter(({ owner }) => owner === 'server')
  if (own.some(({ isSent, address }) => isSent && isSameAddress(address, wanted.address)))
    return { as: 'right' }
  // A person's may say more than ours, and a second one beside it would only repeat its reports.
  const carries = clickPairOf(wanted.address)
  const pasted = same.find(
    ({ owner, isSent, address }) => owner === 'person' && isSent && clickPairOf(address) === carries,
  )
  if (pasted !== undefined) return { as: 'right', isOfPerson: true }
  const [first] = own
  return first === undefined ? { as: 'missing' } : { as: 'differs', id: first.id }
}

function clickPairOf(address: string): string | undefined {
  return pairsOf(address).find((pair) => pair.startsWith(`${clickIdName}=`))
}

/** Networks write the marks of macros in their own way, and parameters have no order. */
function isSameAddress(one: string, other: string): boolean {
  return beginOf(one) === beginOf(other) && pairsOf(one).join('&') === pairsOf(other).join('&')
}

function beginOf(address: string): string {
  return address.trim().split('?', 1)[0] ?? ''
}

function pairsOf(address: string): readonly string[] {
  const query = address.trim().split('?').slice(1).join('?')
  const plain = query.replace(/%7b/gi, '{').replace(/%7d/gi, '}')
  return plain.split('&').toSorted()
}
