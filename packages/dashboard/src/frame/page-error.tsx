import { Button } from '@mantine/core'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { Failure } from '../parts/feedback/failure.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'

/** A page that failed; the frame around it stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  if (isOldBuild(error))
    return (
      <EmptyState
        icon="replay"
        title="The dashboard has been updated"
        action={<Button onClick={() => location.reload()}>Load it again</Button>}
      >
        This page belongs to the previous version. You have lost nothing.
      </EmptyState>
    )
  return (
    <>
      <PageHeader title="This page stopped" />
      <Failure what="The page met an error" error={error} onRetry={reset} />
    </>
  )
}

/** A chunk that is not there any more, since a newer build has taken its place. */
function isOldBuild(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)
}

/** An address of no section: it stands without a frame. */
export function NoPage() {
  return (
    <main className="lone-page">
      <NotFound />
    </main>
  )
}

export function NotFound() {
  return (
    <>
      <PageHeader title="There is no such page" />
      <EmptyState
        icon="search"
        title="Nothing is at this address"
        action={<Link to="/">Go to the first page</Link>}
      >
        The address may be of an older version, or one letter is missing.
      </EmptyState>
    </>
  )
}
