import type { ReactNode } from 'react'
import { Icon, type IconName } from '../value/icon.tsx'
import './empty-state.css'

interface EmptyStateProps {
  readonly icon?: IconName
  /** A title for the content to come, or that nothing matches. */
  readonly title: string
  /** Why it is empty now. */
  readonly children?: ReactNode
  /** The one way on. */
  readonly action?: ReactNode
}

export function EmptyState({ icon = 'list', title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <span className="empty-icon">
        <Icon name={icon} size={20} />
      </span>
      <p className="empty-title">{title}</p>
      {children && <p className="muted sm">{children}</p>}
      {action && <div className="empty-action">{action}</div>}
    </div>
  )
}
