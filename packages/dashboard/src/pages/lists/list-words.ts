import type { RowOf } from '../../api/operation-types.ts'

export type ListedEntry = RowOf<'listListEntries'>
export type ListAction = ListedEntry['action']
export type ListKind = ListedEntry['kind']

export const actionChips = { block: 'Blocked', review: 'In review', allow: 'Allowed' } as const

export const actionVerbs: Readonly<Record<ListAction, { readonly label: string; readonly effect: string }>> =
  {
    block: { label: 'Block', effect: 'No offers, no clicks, no reward.' },
    review: { label: 'Review', effect: 'Offers and clicks go on. Each conversion waits for a person.' },
    allow: {
      label: 'Allow',
      effect:
        'Their conversions are never held for a score or a sign. Only a blocked device goes before this list.',
    },
  }

interface KindWords {
  readonly label: string
  readonly example: string
  /** How long an entry is kept unless told otherwise. */
  readonly usual: string
}

export const kindWords: Readonly<Record<ListKind, KindWords>> = {
  user: { label: 'User', example: 'u_8841', usual: 'for ever' },
  device: { label: 'Device', example: 'fingerprint hash', usual: 'for 180 days' },
  address: { label: 'Address', example: '203.0.113.9', usual: 'for 30 days' },
  cidr: { label: 'Range', example: '198.51.100.0/24', usual: 'for 30 days' },
  asn: { label: 'Network (AS)', example: 'AS64500', usual: 'for ever' },
  country: { label: 'Country', example: 'DE', usual: 'for ever' },
}
