import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect } from 'react'
import { Icon } from '../value/icon.tsx'
import './page-header.css'

interface PageHeaderProps {
  readonly title: string
  /** Where it stands: each leads back, the page itself is not among them. */
  readonly crumbs?: readonly { readonly to: string; readonly text: string }[]
  /** One sentence under the title. */
  readonly children?: ReactNode
  /** At the right; only the first may be filled. */
  readonly actions?: ReactNode
  /** Beside the title: a chip. */
  readonly beside?: ReactNode
}

/** Title of the page, and of the document. */
export function PageHeader({ title, crumbs = [], children, actions, beside }: PageHeaderProps) {
  useDocumentTitle(title)
  return (
    <header className="page-header">
      {crumbs.length > 0 && (
        <nav className="crumbs" aria-label="Where this is">
          {crumbs.map(({ to, text }, index) => (
            <Fragment key={to}>
              {index > 0 && <Icon name="right" size={12} />}
              <Link to={to}>{text}</Link>
            </Fragment>
          ))}
        </nav>
      )}
      <div className="page-title">
        <div className="grow row wrap">
          <h1>{title}</h1>
          {beside}
        </div>
        {actions && <div className="row wrap">{actions}</div>}
      </div>
      {children && <div className="page-lead">{children}</div>}
    </header>
  )
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Quoin`
  }, [title])
}
