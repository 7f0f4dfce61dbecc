import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { FirstRun } from './first-run.tsx'
import { useFirstRun } from './use-first-run.ts'

/** The list by itself: for when the overview has its figures, and for whoever wants to see it again. */
export function FirstRunPage() {
  const { data, error, refetch } = useFirstRun()
  return (
    <>
      <PageHeader title="First run">From an empty server to the first paid conversion.</PageHeader>
      {error && !data && (
        <Failure what="The list could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {data?.is_demo && (
        <section className="card">
          <EmptyState icon="flask" title="The demo is no first run">
            Its events are made up. Remove it on the server with “quoin demo remove”; then this list begins.
          </EmptyState>
        </section>
      )}
      {!data && !error && <div className="card first-run-loading" aria-busy="true" />}
      {data && !data.is_demo && <FirstRun run={data} />}
    </>
  )
}
