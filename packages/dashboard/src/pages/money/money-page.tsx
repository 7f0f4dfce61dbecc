import { Tabs } from '@mantine/core'
import type { ComponentType } from 'react'
import { useSearchState } from '../../frame/use-search-state.ts'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { BalancesTab } from './balances-tab.tsx'
import { HoldsTab } from './holds-tab.tsx'
import { LedgerTab } from './ledger-tab.tsx'
import { MarginsTab } from './margins-tab.tsx'
import type { MoneyState, MoneyTabProps } from './money-state.ts'
import { PromotionsTab } from './promotions-tab.tsx'
import { RatesTab } from './rates-tab.tsx'
import { SettlementsTab } from './settlements-tab.tsx'
import './money.css'

const tabs: Readonly<Record<string, { readonly text: string; readonly Body: ComponentType<MoneyTabProps> }>> =
  {
    balances: { text: 'Balances', Body: BalancesTab },
    ledger: { text: 'Ledger', Body: LedgerTab },
    holds: { text: 'Holds', Body: HoldsTab },
    settlements: { text: 'Settlements', Body: SettlementsTab },
    margins: { text: 'Margins', Body: MarginsTab },
    promotions: { text: 'Promotions', Body: PromotionsTab },
    rates: { text: 'Exchange rates', Body: RatesTab },
  }

const standard: MoneyState = { tab: 'balances', account: 'payable', party: '', kind: '' }

/** Balances, settlements, and the terms by which money is earned. */
export function MoneyPage() {
  const [state, change] = useSearchState(standard)
  const chosen = state.tab in tabs ? state.tab : 'balances'
  return (
    <>
      <PageHeader title="Money">All amounts are in USD, to the micro. Each booking sums to zero.</PageHeader>
      <Tabs
        value={chosen}
        keepMounted={false}
        onChange={(tab) => change({ tab: tab ?? 'balances', party: '', kind: '' }, { isStep: true })}
      >
        <Tabs.List className="money-tabs">
          {Object.entries(tabs).map(([name, { text }]) => (
            <Tabs.Tab key={name} value={name}>
              {text}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(tabs).map(([name, { Body }]) => (
          <Tabs.Panel key={name} value={name}>
            <Body state={state} change={change} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
