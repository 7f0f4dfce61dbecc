import type { DataOf } from '../../../api/operation-types.ts'
import { useManagedChange, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'

/** Stops the app for its users, and lets it go on. */
export function PauseCard({ app }: { readonly app: DataOf<'getMyApp'> }) {
  const { mutateAsync } = useManagedChange('updateMyApp')
  const mayChange = useMayManage('developer')
  const turn = async (isPaused: boolean) => {
    await mutateAsync({ body: { isPaused } })
    toast(isPaused ? 'The app is paused.' : 'The app goes on.')
  }
  return (
    <section className="card settings-card">
      <h2>{app.is_paused ? 'The app is paused' : 'Pause'}</h2>
      <p className="muted sm">
        {app.is_paused
          ? 'Live lists and the wall are empty, and live links lead to the fallback. Test data goes on.'
          : 'While an app is paused, its live lists and its wall are empty, and its live links lead to the fallback. Test data goes on.'}{' '}
        Earlier clicks are still paid, and you are told of them.
      </p>
      {mayChange && (
        <div>
          {app.is_paused ? (
            <ConfirmButton verb="Let the app go on" onConfirm={() => turn(false)}>
              Users see offers again at once.
            </ConfirmButton>
          ) : (
            <ConfirmButton verb="Pause the app" isDestructive onConfirm={() => turn(true)}>
              No user of {app.name} sees an offer until you resume it.
            </ConfirmButton>
          )}
        </div>
      )}
    </section>
  )
}
