import { Select, Tabs } from '@mantine/core'
import { useOperation } from '../../api/use-operation.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import '../../parts/figures/chart-card.css'
import { CalibrationChart } from './calibration-chart.tsx'
import { ScoreChart } from './score-chart.tsx'
import { SignalsTab } from './signals-tab.tsx'
import { WeightsTab } from './weights-tab.tsx'
import './risk.css'

/** How scores lie, whether they come true, and what makes them. */
export function RiskPage() {
  const [{ tab, days }, change] = useSearchState({ tab: 'scores', days: '30' })
  const { data, error, refetch } = useOperation('getRisk', { query: { days } })
  return (
    <>
      <PageHeader
        title="Risk"
        actions={
          <Select
            aria-label="Days"
            w={130}
            data={['1', '7', '30', '90'].map((value) => ({
              value,
              label: value === '1' ? '1 day' : `${value} days`,
            }))}
            value={days}
            onChange={(next) => change({ days: next ?? '30' })}
            allowDeselect={false}
          />
        }
      >
        How likely fraud is, and whether that comes true.
        {data && (
          <>
            {' '}
            Weights <b>{data.learning.active}</b> are in use.
          </>
        )}
      </PageHeader>
      {error && !data && <Failure what="Risk could not be loaded" error={error} onRetry={() => refetch()} />}
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => change({ tab: next ?? 'scores' }, { isStep: true })}
      >
        <Tabs.List className="risk-tabs">
          <Tabs.Tab value="scores">Scores</Tabs.Tab>
          <Tabs.Tab value="weights">Weights and learning</Tabs.Tab>
          <Tabs.Tab value="signals">Signals</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="scores">
          <div className="risk-charts" aria-busy={data === undefined && !error}>
            {data ? (
              <>
                <ScoreChart bins={data.scores} days={days} />
                <CalibrationChart bins={data.calibration} />
              </>
            ) : (
              !error && [0, 1].map((one) => <div key={one} className="card risk-ghost" />)
            )}
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="weights">
          <WeightsTab learning={data?.learning} />
        </Tabs.Panel>
        <Tabs.Panel value="signals">{(data || !error) && <SignalsTab signals={data?.signals} />}</Tabs.Panel>
      </Tabs>
    </>
  )
}
