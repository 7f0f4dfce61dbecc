import { Icon, type IconName } from '../../parts/value/icon.tsx'
import type { SystemPart } from './part-figure.ts'

const states: Readonly<
  Record<SystemPart['state'], { readonly word: string; readonly tone: string; readonly icon: IconName }>
> = {
  broken: { word: 'Broken', tone: 'danger', icon: 'cross' },
  warning: { word: 'Look', tone: 'warning', icon: 'bang' },
  ok: { word: 'Works', tone: 'success', icon: 'check' },
  idle: { word: 'Idle', tone: 'neutral', icon: 'minus' },
}

export function StateChip({ state, word }: { readonly state: SystemPart['state']; readonly word?: string }) {
  const { tone, icon, word: usual } = states[state]
  return (
    <span className={`chip ${tone}`}>
      <Icon name={icon} size={12} />
      {word ?? usual}
    </span>
  )
}
