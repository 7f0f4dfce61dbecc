import { StatusChip } from '../../parts/value/status-chip.tsx'

const words = { waiting: 'Waiting', active: 'Active', suspended: 'Suspended' } as const

export function PublisherState({ status }: { readonly status: keyof typeof words }) {
  return <StatusChip status={words[status]} />
}
