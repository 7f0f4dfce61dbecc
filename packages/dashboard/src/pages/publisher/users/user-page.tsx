import { Button, Checkbox } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { placeOf, useHere } from '../../../frame/publisher/use-here.ts'
import { useManaged, useManagedChange, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'
import { ListUserButton } from '../../users/list-user-button.tsx'
import { listWords, type UserStory } from '../../users/told-user.ts'
import { Story } from '../../users/user-story.tsx'

/** One user of the app: what they did, what became of it and why; block, allow, erase. */
export function OwnUserPage() {
  const here = useHere()
  const { userId = '' } = useParams({ strict: false })
  const { data: user, error, refetch } = useManaged('getMyUser', { query: { userId } })
  const mayChange = useMayManage('developer')
  const unlist = useManagedChange('unlistMyUser')
  const entryAction = (entry: UserStory['lists'][number]) =>
    mayChange &&
    'is_own' in entry &&
    entry.is_own && (
      <Button
        size="compact-xs"
        loading={unlist.isPending}
        onClick={() =>
          unlist.mutate({ path: { entryId: entry.id } }, { onSuccess: () => toast('Off the list.') })
        }
      >
        Take off the list
      </Button>
    )
  return (
    <>
      <PageHeader
        title={userId}
        crumbs={[{ to: placeOf(here, 'users', here.appId), text: 'Users' }]}
        beside={user?.lists.map(({ id, action }) => <StatusChip key={id} status={listWords[action]} />)}
        actions={mayChange && <Actions userId={userId} />}
      >
        {user?.last_seen_at != null && (
          <>
            Last click <Moment at={user.last_seen_at} />.
          </>
        )}
      </PageHeader>
      {error && !user ? (
        <Failure what="This user could not be shown" error={error} onRetry={() => refetch()} />
      ) : (
        <Story
          user={user}
          linkOf={(clickId) => placeOf(here, `clicks/${clickId}`)}
          entryAction={entryAction}
        />
      )}
    </>
  )
}

function Actions({ userId }: { readonly userId: string }) {
  const change = useManagedChange('listMyUser')
  const onList = (body: object) => change.mutateAsync({ body })
  return (
    <>
      <ListUserButton userId={userId} action="allow" by="publisher" onList={onList} />
      <ListUserButton userId={userId} action="block" by="publisher" onList={onList} />
      <EraseButton userId={userId} />
    </>
  )
}

/** Asks twice: what is erased does not come back. */
function EraseButton({ userId }: { readonly userId: string }) {
  const here = useHere()
  const navigate = useNavigate()
  const erase = useManagedChange('eraseMyUser', { renews: ['listMyUsers'] })
  const [isSure, setSure] = useState(false)
  return (
    <ConfirmButton
      verb="Erase the user"
      isDestructive
      isIncomplete={!isSure}
      onConfirm={async () => {
        await erase.mutateAsync({ body: { userId } })
        toast('The user is erased. Money and counts stay as they are.')
        await navigate({ to: placeOf(here, 'users', here.appId), search: (before: object) => before })
      }}
    >
      <div className="stack">
        <p>
          Everything personal of <bdi>{userId}</bdi> goes for good: id, addresses, browsers, devices, list
          entries. A random token takes the place of the id; money and counts stay.
          {here.mode === 'test' ? ' Only what was done with test credentials.' : ' Test data go with it.'}
        </p>
        <Checkbox
          label="I know that nobody can undo this"
          checked={isSure}
          onChange={(event) => setSure(event.currentTarget.checked)}
        />
      </div>
    </ConfirmButton>
  )
}
