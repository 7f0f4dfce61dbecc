import { Button, Tabs } from '@mantine/core'
import type { DataOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { copyText } from '../../parts/feedback/copy-text.ts'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { BackupsTab } from './backups/backups-tab.tsx'
import { JobsTab } from './jobs-tab.tsx'
import { listTroubles } from './list-troubles.ts'
import { writeReport } from './part-figure.ts'
import { PartsTab } from './parts-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import './system.css'

/** Each part of the service, its settings, and the long work. */
export function SystemPage() {
  const [{ tab }, change] = useSearchState({ tab: 'parts' })
  const system = useOperation('getSystem', {}, { everyMs: 10_000 })
  const mayAct = useMayAct('operator')
  const { data } = system
  const copy = async () => {
    if (data === undefined) return
    await copyText(writeReport(data, Date.now()), 'The report is copied. It holds no secret.')
  }
  return (
    <>
      <PageHeader
        title="System"
        actions={
          <Button
            variant={tab === 'backups' ? 'default' : 'filled'}
            leftSection={<Icon name="copy" />}
            disabled={data === undefined}
            onClick={copy}
          >
            Copy report
          </Button>
        }
      >
        {data ? (
          <>
            {verdictOf(data)} Version {data.version}, started <Moment at={data.started_at} />.
          </>
        ) : (
          'You see each part of the service and its state.'
        )}
      </PageHeader>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => change({ tab: next ?? 'parts' }, { isStep: true })}
      >
        <Tabs.List className="system-tabs">
          <Tabs.Tab value="parts">Parts</Tabs.Tab>
          <Tabs.Tab value="jobs">Jobs</Tabs.Tab>
          <Tabs.Tab value="backups">Backups</Tabs.Tab>
          {mayAct && <Tabs.Tab value="settings">Settings</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="parts">
          <PartsTab system={system} />
        </Tabs.Panel>
        <Tabs.Panel value="jobs">
          <JobsTab />
        </Tabs.Panel>
        <Tabs.Panel value="backups">
          <BackupsTab system={data} />
        </Tabs.Panel>
        {mayAct && (
          <Tabs.Panel value="settings">
            <SettingsTab />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  )
}

/** How much is wrong; the page begins with its names. */
function verdictOf(data: DataOf<'getSystem'>): string {
  const troubles = listTroubles(data)
  const broken = troubles.filter(({ state }) => state === 'broken').length
  const odd = troubles.length - broken
  const counts = [broken > 0 ? `${broken} broken` : '', odd > 0 ? `${odd} to look at` : '']
  return troubles.length === 0 ? 'Every part works.' : `${counts.filter((one) => one !== '').join(', ')}.`
}
