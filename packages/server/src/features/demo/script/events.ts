import type { DemoOfferRow } from '../../../store/demo/demo-cast.ts'
import type { AppRole, NetworkRole } from './cast.ts'
import type { Addresses, Visitor } from './visitors.ts'

export interface DemoVisit {
  readonly kind: 'visit'
  readonly atMs: number
  readonly clickId: string
  readonly app: AppRole
  readonly visitor: Visitor
  readonly userAgent: string
  readonly offer: DemoOfferRow
  readonly subId: string | undefined
}

export interface DemoReport {
  readonly kind: 'report'
  readonly atMs: number
  readonly requestId: string
  readonly clickId: string
  readonly network: NetworkRole
  readonly word: string
  readonly revenueMicros: number
  readonly goal: string
  readonly txnId: string
}

export interface ClaimMade {
  readonly kind: 'claim'
  readonly atMs: number
  readonly app: AppRole
  readonly userId: string
  readonly offer: DemoOfferRow
  readonly clickId: string | null
  readonly transactionId: string
}

/** A user who is seen on a device. */
export interface DemoSighting {
  readonly kind: 'sighting'
  readonly atMs: number
  readonly app: AppRole
  readonly visitor: Visitor
  readonly hash: string
  readonly data: Readonly<Record<string, unknown>>
}

export type DemoEvent = DemoVisit | DemoReport | ClaimMade | DemoSighting

export interface Stage {
  /** The installation's, in each made-up id. */
  readonly cell: number
  readonly endsAtMs: number
  readonly offers: readonly DemoOfferRow[]
  readonly addresses: Addresses
}
