export const listKinds = ['device', 'user', 'address', 'cidr', 'asn', 'country'] as const
export type ListKind = (typeof listKinds)[number]

export const listActions = ['block', 'review', 'allow'] as const
export type ListAction = (typeof listActions)[number]

/** One line of a block, review or allow list. */
export interface ListEntry {
  readonly id: number
  /** Null: for the whole platform. */
  readonly appId: number | null
  readonly kind: ListKind
  readonly value: string
  readonly action: ListAction
  readonly reason: string
  readonly expiresAtMs: number | null
  /** By the app's publisher; absent: by the platform. */
  readonly isOwn?: boolean
}

/** An entry with what only its keepers see. */
export interface KeptListEntry extends ListEntry {
  readonly actor: string
  readonly createdAtMs: number
}
