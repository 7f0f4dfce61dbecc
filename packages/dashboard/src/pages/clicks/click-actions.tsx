import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useChange } from '../../api/use-change.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { ListUserButton } from '../users/list-user-button.tsx'
import type { Story } from './click-story.ts'

/** Actions on this click, as far as its reader may take them. */
export function ClickActions({ story }: { readonly story: Story }) {
  const mayReview = useMayAct('reviewer')
  const mayOperate = useMayAct('operator')
  const { verdict, app, user_id, refused_postbacks, conversions, callbacks } = story
  const held = conversions.find(({ is_in_review }) => is_in_review)
  const failed = callbacks.find(({ state }) => state !== 'delivered')
  if (!mayReview) return null
  return (
    <section>
      <h2>Do</h2>
      <div className="click-do">
        {held && (
          <Button component={Link} to={`/ops/review/${held.id}`} variant="filled">
            See its case
          </Button>
        )}
        {verdict.cause === 'callback' && failed && (
          <Button component={Link} to={`/ops/callbacks/${failed.endpoint_id}`} variant="filled">
            See its attempts
          </Button>
        )}
        {mayOperate && refused_postbacks.length > 0 && <ReplayReports ids={refused_postbacks} />}
        {app && <ListUser appId={app.id} userId={user_id} action="block" />}
        {app && <ListUser appId={app.id} userId={user_id} action="allow" />}
      </div>
    </section>
  )
}

function ReplayReports({ ids }: { readonly ids: readonly string[] }) {
  const replay = useChange('replayPostbacks')
  return (
    <ConfirmButton
      verb="Apply the report again"
      onConfirm={async () => {
        await replay.mutateAsync({ body: { ids } })
        toast('The report was read again. The steps show its result.')
      }}
    >
      <p>
        The refused report is read once more, by the rules of a first one. If its cause is still there, it is
        refused again; nothing is paid twice.
      </p>
    </ConfirmButton>
  )
}

interface ListUserProps {
  readonly appId: string
  readonly userId: string
  readonly action: 'block' | 'allow'
}

export function ListUser({ appId, ...props }: ListUserProps) {
  const change = useChange('listUser')
  return (
    <ListUserButton
      {...props}
      by="platform"
      onList={(body) => change.mutateAsync({ path: { appId }, body })}
    />
  )
}
