import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { ListUser } from '../clicks/click-actions.tsx'
import { listWords } from './told-user.ts'
import { Story } from './user-story.tsx'

/** Everything of one user, and what stands between them and a reward. */
export function UserPage() {
  const { appId = '', userId = '' } = useParams({ strict: false })
  const [{ test }] = useSearchState({ test: 'no' })
  const { data: user, error, refetch } = useOperation('getUser', { path: { appId }, query: { userId, test } })
  const mayReview = useMayAct('reviewer')
  return (
    <>
      <PageHeader
        title={userId}
        crumbs={[{ to: '/ops/search', text: 'Find' }]}
        beside={user?.lists.map(({ id, action }) => <StatusChip key={id} status={listWords[action]} />)}
        actions={
          mayReview &&
          user && (
            <>
              <ListUser appId={appId} userId={userId} action="allow" />
              <ListUser appId={appId} userId={userId} action="block" />
            </>
          )
        }
      >
        {user && (
          <>
            User of <bdi>{user.app}</bdi>.{' '}
            {user.last_seen_at !== null && (
              <>
                Last click <Moment at={user.last_seen_at} />.
              </>
            )}
          </>
        )}
      </PageHeader>
      {error && !user && (
        <Failure what="This user could not be shown" error={error} onRetry={() => refetch()} />
      )}
      {!(error && !user) && <Story user={user} linkOf={(clickId) => `/t/${clickId}`} />}
    </>
  )
}
