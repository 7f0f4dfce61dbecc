import type {
  AmountStyle,
  CallbackMethod,
  ReversalStyle,
  SignatureScheme,
  SuccessRule,
} from '@quoin/core/callbacks/endpoint.ts'
import type { CallbackWords } from '@quoin/core/callbacks/macros.ts'

/** A receiver that is built otherwise, and the choice that it needs. */
export interface OtherReceiver {
  /** How it is built: the rest of a sentence that begins with "A receiver that". */
  readonly habit: string
  readonly needs:
    | { readonly field: 'amounts'; readonly value: AmountStyle }
    | { readonly field: 'reversalStyle'; readonly value: ReversalStyle }
}

/** How a family of receivers is used to be called. An endpoint's own settings win. */
export interface Dialect {
  readonly name: string
  readonly title: string
  /** The public page (or package) that the row was made from. */
  readonly source: string
  readonly method: CallbackMethod
  /** Names the receivers read, and our macros for them. */
  readonly parameters: string
  /** Null: receivers know the sender by its address. */
  readonly signature: SignatureScheme | null
  readonly success: SuccessRule
  readonly reversalStyle: ReversalStyle
  readonly amounts: AmountStyle
  /** Receivers of the family for which another way of reversals is right. */
  readonly otherReceivers: readonly OtherReceiver[]
  /** Its words for the statuses it can say. */
  readonly words: CallbackWords
}
