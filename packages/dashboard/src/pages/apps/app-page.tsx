import { Button, Tabs } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useTab } from '../../frame/use-tab.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Loading } from '../../parts/feedback/loading.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { ChangeHistory } from '../offers/change-history.tsx'
import { AppCallbacks } from './app-callbacks.tsx'
import { AppState } from './app-state.tsx'
import { Credentials } from './credentials.tsx'
import { CurrencyPreview } from './currency-preview.tsx'
import { LinkKey } from './link-key.tsx'
import { type App, currencyFields, limitFields, wallFields } from './setting-fields.ts'
import { SettingsForm } from './settings-form.tsx'
import './apps.css'

const crumbs = [{ to: '/ops/apps', text: 'Apps' }]

/** One app: its credentials, currency, limits, wall and callbacks. */
export function AppPage() {
  const { appId = '' } = useParams({ strict: false }) as { appId?: string } // the route names it
  const { data: app, error, refetch } = useOperation('getApp', { path: { appId } })
  const mayChange = useMayAct('operator')
  return (
    <>
      <PageHeader
        title={app?.name ?? `App ${appId}`}
        crumbs={crumbs}
        beside={app && <AppState app={app} />}
        actions={app && mayChange && <SwitchButton app={app} />}
      >
        {app ? (
          <>
            An app of{' '}
            <Link to={`/ops/publishers/${app.publisher_id}`}>
              <bdi>{app.publisher}</bdi>
            </Link>
            {publisherNotes[app.publisher_status]}
          </>
        ) : (
          ' '
        )}
      </PageHeader>
      {error && !app && (
        <Failure what="The app could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {!app && !error && <Loading what="the app" />}
      {app && <AppTabs app={app} mayChange={mayChange} />}
    </>
  )
}

const publisherNotes = {
  active: '',
  waiting: ', who waits for approval: only test credentials work.',
  suspended: ', who is suspended: nothing works.',
} as const

/** A paused app is refused everywhere; what networks report about earlier clicks still counts. */
function SwitchButton({ app }: { readonly app: App }) {
  const update = useChange('updateApp')
  const set = (status: string) => update.mutateAsync({ path: { appId: app.id }, body: { status } })
  if (app.status === 'suspended') {
    const resume = async () => {
      await set('active')
      toast(`${app.name} works again.`)
    }
    return (
      <Button
        variant="filled"
        leftSection={<Icon name="play" />}
        loading={update.isPending}
        onClick={() => resume().catch(() => {})}
      >
        Resume
      </Button>
    )
  }
  return (
    <ConfirmButton
      verb="Pause"
      button={{ leftSection: <Icon name="pause" /> }}
      onConfirm={async () => {
        await set('suspended')
        toast(`${app.name} is paused.`)
      }}
    >
      <bdi>{app.name}</bdi> is refused at once: no offers, no clicks, no wall. Reports about earlier clicks
      still count.
    </ConfirmButton>
  )
}

function AppTabs({ app, mayChange }: { readonly app: App; readonly mayChange: boolean }) {
  const [tab, openTab] = useTab('credentials', 'currency', 'limits', 'wall', 'callbacks', 'history')
  const form = { app, mayChange }
  return (
    <Tabs value={tab} onChange={openTab} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="credentials">Keys and secrets</Tabs.Tab>
        <Tabs.Tab value="currency">Currency</Tabs.Tab>
        <Tabs.Tab value="limits">Limits and risk</Tabs.Tab>
        <Tabs.Tab value="wall">Wall and links</Tabs.Tab>
        <Tabs.Tab value="callbacks">Callbacks</Tabs.Tab>
        <Tabs.Tab value="history">Changes</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="credentials" className="tab-panel">
        <Credentials app={app} mayChange={mayChange} />
      </Tabs.Panel>
      <Tabs.Panel value="currency" className="tab-panel">
        <SettingsForm
          {...form}
          title="Name and currency"
          fields={currencyFields}
          beside={(text) => (
            <section className="card card-body" aria-label="Preview">
              <h2 className="app-preview-head">With these settings</h2>
              <CurrencyPreview
                rate={text('currencyRate')}
                decimals={text('currencyDecimals')}
                rounding={text('rounding')}
                name={text('currencyPlural') || text('currencyName')}
              />
            </section>
          )}
        />
      </Tabs.Panel>
      <Tabs.Panel value="limits" className="tab-panel">
        <SettingsForm {...form} title="Limits and risk" fields={limitFields} />
      </Tabs.Panel>
      <Tabs.Panel value="wall" className="tab-panel">
        <SettingsForm
          {...form}
          title="Wall and links"
          fields={wallFields}
          beside={() => mayChange && <LinkKey app={app} />}
        />
      </Tabs.Panel>
      <Tabs.Panel value="callbacks" className="tab-panel">
        <AppCallbacks app={app} mayChange={mayChange} />
      </Tabs.Panel>
      <Tabs.Panel value="history" className="tab-panel">
        <ChangeHistory
          query={{ object: `app:${app.id}` }}
          empty="Each change of this app will be listed here, with the person who made it."
        />
      </Tabs.Panel>
    </Tabs>
  )
}
