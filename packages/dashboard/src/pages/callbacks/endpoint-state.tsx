import { StatusChip } from '../../parts/value/status-chip.tsx'

const words = { healthy: 'Healthy', failing: 'Failing', dead: 'Disabled', paused: 'Paused' } as const

/** How an endpoint fares, in one word. */
export function EndpointState({ state }: { readonly state: keyof typeof words }) {
  return <StatusChip status={words[state]} />
}
