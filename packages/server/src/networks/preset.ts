import type { ConversionStatus } from '@quoin/core/conversions/status.ts'
import type { StatusWordsAfter } from '@quoin/core/networks/network-settings.ts'

/** The texts that a sender that compares text wants to read. */
export interface Reply {
  readonly accepted: string
  readonly duplicate: string
}

/** How a family of networks speaks: the ready-made part of a network's settings. */
export interface Preset {
  readonly name: string
  readonly title: string
  /** The parameter of its offer URLs that takes our click id: `…&aff_sub={click_id}`. */
  readonly clickParameter: string
  /** Our parameters, each filled by the network's own macro: the query of the address to paste there. */
  readonly query: string
  /** Its words for a status, on top of the synonyms everybody may use; lower case. */
  readonly statusWords: Readonly<Record<string, ConversionStatus>>
  /**
   * The meaning of a word, in lower case, once the network has said something else before:
   * `{ approved: { rejected: 'reversed' } }` where `rejected` takes back what was approved.
   */
  readonly statusWordsAfter?: StatusWordsAfter
  /** Names it insists on, and ours for them. Only for networks whose names cannot be chosen. */
  readonly aliases: Readonly<Record<string, string>>
  /** Addresses and CIDRs that it calls from, as it publishes them. Addresses set for a network win over them. */
  readonly addresses?: readonly string[]
  /** Null: the envelope. */
  readonly reply: Reply | null
}
