import { StatusChip } from '../../parts/value/status-chip.tsx'

interface AppStateProps {
  readonly app: {
    readonly status: 'active' | 'suspended'
    readonly publisher_status: 'waiting' | 'active' | 'suspended'
  }
}

/** Whether it works: its own state, or that of its publisher where that keeps it from working. */
export function AppState({ app }: AppStateProps) {
  if (app.status === 'suspended') return <StatusChip status="Paused" />
  if (app.publisher_status === 'active') return <StatusChip status="Active" />
  return <StatusChip status={app.publisher_status === 'waiting' ? 'Waiting' : 'Suspended'} />
}
