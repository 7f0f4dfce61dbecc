import {
  type AmountStyle,
  type CallbackEndpoint,
  type CallbackMethod,
  type ReversalStyle,
  type SignatureScheme,
  type SuccessRule,
  standardSuccessRule,
  type TransactionIdForm,
} from '@quoin/core/callbacks/endpoint.ts'
import {
  callbackEventTypes,
  type EndpointEventType,
  endpointEventTypes,
} from '@quoin/core/callbacks/facts.ts'
import type { CallbackWords } from '@quoin/core/callbacks/macros.ts'
import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import type { Dialect, OtherReceiver } from './dialect.ts'
import { anyOtherReceivers, dialects } from './dialects.ts'

const byName: ReadonlyMap<string, Dialect> = new Map(dialects.map((dialect) => [dialect.name, dialect]))

export function findDialect(name: string): Dialect | undefined {
  return byName.get(name)
}

/** Receivers of a format for which another way of reversals is right. */
export function otherReceiversOf(format: string): readonly OtherReceiver[] {
  return findDialect(format)?.otherReceivers ?? anyOtherReceivers
}

/** By what a classic callback is signed; null: by nothing. */
export function signatureSchemeOf({
  format,
  signature,
}: Pick<CallbackEndpoint, 'format' | 'signature'>): SignatureScheme | null {
  if (signature === 'none') return null
  return signature ?? findDialect(format)?.signature ?? null
}

/** Everything that an endpoint's `format` may be. */
export const callbackFormats: readonly string[] = ['native', 'template', ...byName.keys()]

/** An own template and the native form say every status by its own name. */
const ownWords: CallbackWords = Object.fromEntries(conversionStatuses.map((status) => [status, status]))

export function wordsOf(format: string): CallbackWords {
  return findDialect(format)?.words ?? ownWords
}

/** The events that a format can say: a dialect without a word for a status is never told of it, and offers are for the native form. */
export function eventsOf(format: string): readonly EndpointEventType[] {
  const dialect = findDialect(format)
  if (format === 'native') return endpointEventTypes
  if (dialect === undefined) return callbackEventTypes
  return conversionStatuses
    .filter((status) => dialect.words[status] !== undefined)
    .map((status) => `conversion.${status}` as const)
}

/** The defaults of an endpoint of this format. */
interface FormatStandards {
  readonly method: CallbackMethod
  readonly events: readonly EndpointEventType[]
  readonly success: SuccessRule
  readonly reversalStyle: ReversalStyle
  readonly amounts: AmountStyle
  readonly transactionIds: TransactionIdForm
}

/** Undefined for a format that does not exist. */
export function standardsOf(format: string): FormatStandards | undefined {
  const dialect = findDialect(format)
  if (dialect !== undefined) return { ...dialect, events: eventsOf(format), transactionIds: 'hex' }
  if (format === 'native')
    return { ...plain, method: 'POST JSON', events: callbackEventTypes, transactionIds: 'uuid' }
  // An own template is too little known to trouble its receiver with more than to add and to take back.
  return format === 'template'
    ? {
        ...plain,
        method: 'GET',
        events: ['conversion.approved', 'conversion.reversed'],
        transactionIds: 'hex',
      }
    : undefined
}

const plain = { success: standardSuccessRule, reversalStyle: 'same_id', amounts: 'absolute' } as const
