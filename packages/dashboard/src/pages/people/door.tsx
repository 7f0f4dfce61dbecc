import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../parts/layout/page-header.tsx'
import './door.css'

interface DoorProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
}

/** The pages before anybody has signed in: one card, one question. */
export function Door({ title, lead, children }: DoorProps) {
  useDocumentTitle(title)
  return (
    <main id="main" className="door">
      <p className="door-name">Quoin</p>
      <section className="card door-card">
        <h1>{title}</h1>
        {lead && <p className="muted">{lead}</p>}
        {children}
      </section>
    </main>
  )
}
