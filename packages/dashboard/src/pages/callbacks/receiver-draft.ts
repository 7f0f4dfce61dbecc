import type { DataOf, Input } from '../../api/operation-types.ts'

export type Endpoint = DataOf<'getCallbackEndpoint'>
type Body = NonNullable<Input<'setCallbackEndpoint'>['body']>

/** A receiver as it is filled in: all are texts. */
export interface ReceiverDraft {
  readonly name: string
  readonly format: string
  /** Empty: as it is. */
  readonly url: string
  readonly mode: string
  readonly events: readonly string[]
  /** Empty: that of the format. */
  readonly method: string
  readonly parameters: string
  readonly signature: string
  readonly okBody: string
  readonly failureBody: string
  readonly transactionIds: string
  readonly reversalStyle: string
  readonly amounts: string
}

export const newReceiver: ReceiverDraft = {
  name: 'main',
  format: 'native',
  url: '',
  mode: 'live',
  events: [],
  method: '',
  parameters: '',
  signature: 'standard',
  okBody: '',
  failureBody: '',
  transactionIds: '',
  reversalStyle: '',
  amounts: '',
}

export function draftOf(endpoint: Endpoint): ReceiverDraft {
  const { name, format, mode, events, method, signature } = endpoint
  return {
    name,
    format,
    mode,
    events,
    method,
    signature,
    url: '',
    parameters: endpoint.parameters ?? '',
    okBody: endpoint.ok_body ?? '',
    failureBody: endpoint.failure_body ?? '',
    transactionIds: endpoint.transaction_ids,
    reversalStyle: endpoint.reversal_style,
    amounts: endpoint.amounts,
  }
}

/** The steps of a conversion, in the words of a page. */
export const eventWords: Readonly<Record<string, string>> = {
  'conversion.approved': 'Approved',
  'conversion.reversed': 'Reversed',
  'conversion.updated': 'Amount or reason changed',
  'conversion.pending': 'Pending',
  'conversion.rejected': 'Rejected',
}

/** Changes of offers, which an endpoint hears of when it asks for them. */
export const offerWords: Readonly<Record<string, string>> = {
  'offer.added': 'Added',
  'offer.changed': 'Changed',
  'offer.removed': 'Removed',
}

/** The words in the order of how much they matter to a receiver. */
export function inOrder(events: readonly string[]): readonly string[] {
  return Object.keys(eventWords).filter((one) => events.includes(one))
}

/** Texts that are taken away where they are emptied. */
const nullable = ['parameters', 'okBody', 'failureBody'] as const

/**
 * The fields that differ, as they are sent. Another format begins with its own standards: only later changes to them
 * are sent.
 */
export function bodyOf(draft: ReceiverDraft, before: ReceiverDraft): Body {
  const body: Record<string, unknown> = {}
  const { name: known, url, mode } = before
  const base =
    draft.format === before.format ? before : { ...newReceiver, format: '', name: known, url, mode }
  for (const [name, value] of Object.entries(draft)) {
    if (name === 'name' || JSON.stringify(value) === JSON.stringify(base[name as keyof ReceiverDraft]))
      continue // its own names
    if (nullable.some((one) => one === name)) body[name] = value === '' ? null : value
    else if (value !== '') body[name] = value
  }
  return { ...body, name: draft.name } as Body // the draft has the names of the operation
}
