import type { IconName } from '../parts/value/icon.tsx'

export interface Section {
  readonly to: string
  readonly text: string
  readonly icon: IconName
}

export interface SectionGroup {
  readonly title: string | undefined
  readonly sections: readonly Section[]
}

/** The sidebar. A page of its own here is one row; its route is one line of router.tsx. */
export const sectionGroups: readonly SectionGroup[] = [
  {
    title: undefined,
    sections: [
      { to: '/ops', text: 'Overview', icon: 'home' },
      { to: '/ops/review', text: 'Review', icon: 'shield' },
      { to: '/ops/conversions', text: 'Conversions', icon: 'check' },
      { to: '/ops/tickets', text: 'Tickets', icon: 'question' },
    ],
  },
  {
    title: 'Supply',
    sections: [
      { to: '/ops/offers', text: 'Offers', icon: 'tag' },
      { to: '/ops/networks', text: 'Networks', icon: 'network' },
      { to: '/ops/sources', text: 'Sources', icon: 'source' },
    ],
  },
  {
    title: 'Demand',
    sections: [
      { to: '/ops/publishers', text: 'Publishers', icon: 'publisher' },
      { to: '/ops/apps', text: 'Apps', icon: 'phone' },
      { to: '/ops/callbacks', text: 'Callbacks', icon: 'callback' },
    ],
  },
  {
    title: 'Figures',
    sections: [
      { to: '/ops/statistics', text: 'Statistics', icon: 'stats' },
      { to: '/ops/money', text: 'Money', icon: 'money' },
    ],
  },
  {
    title: 'Trust',
    sections: [
      { to: '/ops/risk', text: 'Risk', icon: 'gauge' },
      { to: '/ops/lists', text: 'Lists', icon: 'list' },
    ],
  },
  {
    title: 'Platform',
    sections: [
      { to: '/ops/alerts', text: 'Alerts', icon: 'alert' },
      { to: '/ops/system', text: 'System', icon: 'server' },
      { to: '/ops/audit', text: 'Audit', icon: 'clock' },
      { to: '/ops/team', text: 'Team', icon: 'team' },
      { to: '/ops/tokens', text: 'Tokens', icon: 'key' },
    ],
  },
]

/** Whether an address belongs to a section; the overview is its own page alone. */
export function isWithin({ to }: Section, path: string): boolean {
  return to === '/ops' ? path.replace(/\/$/, '') === '/ops' : path === to || path.startsWith(`${to}/`)
}

/** The facts of a need that a badge shows. */
interface SectionNeed {
  readonly link: string
  readonly severity: 'broken' | 'warning' | 'waiting'
  readonly count: number | null
}

export interface SectionBadge {
  readonly count: number
  readonly tone: 'warning' | 'neutral'
}

/** How much needs a person within a section: what waits by its number, what is wrong by its causes. */
export function badgeOf(section: Section, needs: readonly SectionNeed[]): SectionBadge | undefined {
  const within = needs.filter(({ link }) => isWithin(section, link.split('?')[0] ?? ''))
  if (within.length === 0) return undefined
  const counts = within.map(({ severity, count }) => (severity === 'waiting' ? (count ?? 1) : 1))
  return {
    count: counts.reduce((sum, one) => sum + one, 0),
    tone: within.every(({ severity }) => severity === 'waiting') ? 'neutral' : 'warning',
  }
}
