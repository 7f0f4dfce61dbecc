import type { Cap, CapSubject } from './cap.ts'

/** Caps filed so that those of one conversion are found at once, however many there are of others. */
export class CapIndex {
  readonly caps: readonly Cap[]
  readonly #filed = new Map<string, Cap[]>()
  readonly #appsWithUserCaps = new Set<number | null>()

  constructor(caps: readonly Cap[]) {
    this.caps = caps
    for (const cap of caps) {
      const filed = this.#filed.get(fileOf(cap))
      if (filed) filed.push(cap)
      else this.#filed.set(fileOf(cap), [cap])
      if (cap.isPerUser) this.#appsWithUserCaps.add(cap.appId)
    }
  }

  get isEmpty(): boolean {
    return this.caps.length === 0
  }

  /** Every cap that a conversion of the subject weighs on, in the order of ids. */
  matching(subject: CapSubject): readonly Cap[] {
    if (this.isEmpty) return []
    return filesOf(subject)
      .flatMap((file) => this.#filed.get(file) ?? [])
      .filter((cap) => isUnder(subject, cap))
      .sort((a, b) => a.id - b.id)
  }

  /** Whether what one user of the app has done may keep offers from them. */
  hasUserCaps(appId: number): boolean {
    return this.#appsWithUserCaps.has(appId) || this.#appsWithUserCaps.has(null)
  }
}

export const noCaps = new CapIndex([])

export function isUnder(subject: CapSubject, cap: Cap): boolean {
  return (
    (cap.networkId === null || cap.networkId === subject.networkId) &&
    (cap.offerId === null || cap.offerId === subject.offerId) &&
    (cap.appId === null || cap.appId === subject.appId) &&
    (cap.userId === null || cap.userId === subject.userId)
  )
}

/** The narrowest thing that it names: of an offer or a user there are many, and few caps of each. */
function fileOf({ networkId, offerId, appId, userId }: Cap): string {
  if (offerId !== null) return `offer ${offerId}`
  if (userId !== null) return `user ${appId} ${userId}`
  if (appId !== null) return `app ${appId}`
  return networkId === null ? 'all' : `network ${networkId}`
}

function filesOf({ networkId, offerId, appId, userId }: CapSubject): readonly string[] {
  return [`offer ${offerId}`, `user ${appId} ${userId}`, `app ${appId}`, `network ${networkId}`, 'all']
}
