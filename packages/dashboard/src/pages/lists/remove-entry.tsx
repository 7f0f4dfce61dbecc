import { useChange } from '../../api/use-change.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { actionVerbs, type ListedEntry } from './list-words.ts'

/** Off the list at once; what it was is put back by Undo. */
export function RemoveEntry({ entry }: { readonly entry: ListedEntry }) {
  const remove = useChange('removeListEntry', { renews: ['listListEntries'] })
  const add = useChange('addListEntry', { renews: ['listListEntries'] })
  const { id, action, kind, value, reason, app, app_id: appId, expires_at: expiresAt } = entry
  const restore = () =>
    add.mutateAsync({
      body: { action, kind, value, reason, expiresAt, ...(appId === null ? {} : { appId: Number(appId) }) },
    })
  return (
    <ConfirmButton
      verb="Remove the entry"
      label="Remove…"
      button={{ size: 'xs' }}
      isDestructive
      onConfirm={async () => {
        await remove.mutateAsync({ path: { entryId: id } })
        toast('The entry is removed.', entry.is_active ? { undo: restore } : {})
      }}
    >
      <bdi>{value}</bdi> leaves the list “{actionVerbs[action].label}”
      {app === null ? (
        ' of all apps'
      ) : (
        <>
          {' '}
          of <bdi>{app}</bdi>
        </>
      )}{' '}
      at once. The audit log keeps what it was.
    </ConfirmButton>
  )
}
