import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { formatCount } from '../../../format/format-number.ts'
import { LetterKeysHint } from '../../../frame/letter-keys.tsx'
import { useMayAct } from '../../../frame/use-session.ts'
import { usePageKeys } from '../../../frame/use-page-keys.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { SearchField } from '../../../parts/table/search-field.tsx'
import { countOf, firstGroup, type GroupName, groupNames, groupWords } from './group-words.ts'
import { UnknownWords } from './unknown-words.tsx'
import { RunOffers } from './run-offers.tsx'

type Run = DataOf<'getSourceRun'>

interface RunGroupsProps {
  readonly run: Run
  /** Undefined until the source is known. */
  readonly networkId: string | undefined
  /** The effect of the run, beside the offers. */
  readonly rail: ReactNode
}

/** The groups of offers with their counts; the open one is in the address. */
export function RunGroups({ run, networkId, rail }: RunGroupsProps) {
  const [state, change] = useSearchState({ group: '', search: '' })
  const first = firstGroup(run)
  const group = groupNames.find((name) => name === state.group) ?? first
  const open = (name: string | null) => change({ group: name === first ? '' : (name ?? '') })
  usePageKeys(Object.fromEntries(groupNames.map((name, index) => [String(index + 1), () => open(name)])))
  return (
    <Tabs value={group} onChange={open} keepMounted={false} className="stack">
      <section className="card" aria-label="What came">
        <Counted run={run} />
        <Tabs.List className="run-groups" aria-label="Groups of offers">
          {groupNames.map((name) => (
            <Tabs.Tab key={name} value={name} className="run-group" data-group={name}>
              <span className="run-group-label">{groupWords[name].label}</span>
              <span className="run-group-count num">{formatCount(countOf(run, name))}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </section>
      <div className="source-columns">
        <div className="stack">
          {groupNames.map((name) => (
            <Tabs.Panel key={name} value={name}>
              <Group
                run={run}
                networkId={networkId}
                name={name}
                search={state.search}
                onSearch={(search) => change({ search })}
              />
            </Tabs.Panel>
          ))}
          <LetterKeysHint>
            <p className="xs muted desk">
              <kbd>1</kbd> to <kbd>6</kbd> open a group
            </p>
          </LetterKeysHint>
        </div>
        {rail}
      </div>
    </Tabs>
  )
}

/** The counts of both sides, and the parts of ours as one bar. */
function Counted({ run }: { readonly run: Run }) {
  const { ours, theirs, counts } = run
  const parts = [
    ...groupNames.map((name) => [name, countOf(run, name)] as const),
    ['same', counts.same] as const,
  ]
  const isWhole = theirs === null || ours >= theirs
  return (
    <div className="run-counted">
      <p className="row wrap">
        <span>
          {theirs !== null && (
            <>
              The network counts <b className="num">{formatCount(theirs)}</b>;{' '}
            </>
          )}
          <b className="num">{formatCount(ours)}</b> came
          {counts.same > 0 && (
            <>
              , <b className="num">{formatCount(counts.same)}</b> of them as they were
            </>
          )}
          .
        </span>
        {!isWhole && <span className="chip warning">{formatCount(theirs - ours)} fewer than counted</span>}
      </p>
      <div className="run-bar" aria-hidden="true">
        {parts
          .filter(([, count]) => count > 0)
          .map(([name, count]) => (
            <i key={name} data-group={name} style={{ flexGrow: count }} />
          ))}
      </div>
    </div>
  )
}

interface GroupProps {
  readonly run: Run
  readonly networkId: string | undefined
  readonly name: GroupName
  readonly search: string
  readonly onSearch: (search: string) => void
}

function Group({ run, networkId, name, search, onSearch }: GroupProps) {
  const lists = groupWords[name].lists.filter(({ verdict }, index) => run.counts[verdict] > 0 || index === 0)
  const mayChange = useMayAct('operator')
  return (
    <div className="stack">
      {name === 'held' && <UnknownWords run={run} mayChange={mayChange} />}
      <div className="run-search">
        <SearchField label="Part of the name, or whole id" value={search} onChange={onSearch} />
      </div>
      {lists.map((list) => (
        <RunOffers
          key={list.verdict}
          run={run}
          networkId={networkId}
          {...list}
          search={search}
          onClear={() => onSearch('')}
        />
      ))}
    </div>
  )
}
