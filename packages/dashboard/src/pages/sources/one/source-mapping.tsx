import { Button, NativeSelect } from '@mantine/core'
import type { FeedMapping } from '@quoin/core/sources/mapping/mapping.ts'
import { factsOfColumn, mappedColumnNames } from '@quoin/core/sources/mapping/mapping.ts'
import { useState } from 'react'
import type { DataOf, RowOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { Awaited } from '../../../parts/feedback/awaited.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { isWhole } from '../mapping/mapping-draft.ts'
import { MappingStep } from '../mapping/mapping-step.tsx'
import { problemOf } from '../source-draft.ts'
import { tellActor } from '../source-words.ts'

interface SourceMappingProps {
  readonly source: DataOf<'getSource'>
  readonly mayChange: boolean
}

type Version = RowOf<'listSourceMappings'>

/** The mapping of a source of another feed: as it is in force, its earlier versions, and a change of it. */
export function SourceMapping({ source, mayChange }: SourceMappingProps) {
  const path = { sourceId: source.id }
  const { data: versions, error, refetch } = useOperation('listSourceMappings', { path })
  const [{ mapping: editing }, change] = useSearchState({ mapping: '' })
  const [newest] = versions ?? []
  if (newest === undefined)
    return <Awaited what="The mapping could not be loaded" error={error} onRetry={refetch} />
  if (editing !== '' && mayChange)
    return <EditMapping source={source} newest={newest} onClose={() => change({ mapping: '' })} />
  return (
    <section className="card" aria-labelledby="mapping">
      <div className="card-head wrap">
        <h2 id="mapping" className="grow">
          Mapping, version {newest.version}
        </h2>
        <span className="muted xs">
          <Moment at={newest.created_at} /> by <bdi>{tellActor(newest.actor)}</bdi>
        </span>
        {mayChange && (
          <Button size="xs" onClick={() => change({ mapping: 'edit' }, { isStep: true })}>
            Change the mapping
          </Button>
        )}
      </div>
      <div className="card-body stack">
        <Rules version={newest} />
        {mayChange && versions !== undefined && versions.length > 1 && (
          <EarlierVersions source={source} versions={versions.slice(1)} />
        )}
      </div>
    </section>
  )
}

function Rules({ version: { mapping } }: { readonly version: Version }) {
  const filled = mappedColumnNames.flatMap((name) => {
    const column = mapping.columns[name]
    return column === undefined ? [] : [{ name, column }]
  })
  const list = mapping.goals ?? mapping.prices
  return (
    <dl className="mapping-others">
      <dt>List of records</dt>
      <dd>{mapping.records === '' ? 'The answer itself' : mapping.records}</dd>
      {filled.map(({ name, column: { at = [], constant } }) => (
        <div key={name} className="mapping-rule">
          <dt>{factsOfColumn(name).label}</dt>
          <dd>{constant === undefined ? at.join(', else ') : `always “${constant}”`}</dd>
        </div>
      ))}
      {list !== undefined && (
        <div className="mapping-rule">
          <dt>{mapping.goals === undefined ? 'Prices' : 'Goals'}</dt>
          <dd>
            {list.at}, each paid {list.revenue}
          </dd>
        </div>
      )}
    </dl>
  )
}

interface EarlierVersionsProps {
  readonly source: DataOf<'getSource'>
  readonly versions: readonly Version[]
}

function EarlierVersions({ source, versions }: EarlierVersionsProps) {
  const [chosen, setChosen] = useState('')
  const update = useChange('updateSource')
  const version = versions.find((one) => String(one.version) === chosen)
  const takeBack = async () => {
    await update.mutateAsync({ path: { sourceId: source.id }, body: { mappingVersion: Number(chosen) } })
    setChosen('')
    toast('Saved as a new version. The network is asked within seconds.')
  }
  return (
    <div className="stack">
      {update.error !== null && <Failure what="Nothing was saved" error={update.error} isChange />}
      <div className="row wrap">
        <NativeSelect
          aria-label="Earlier versions of the mapping"
          size="xs"
          value={chosen}
          data={[
            { value: '', label: `Earlier versions (${versions.length})` },
            ...versions.map((one) => ({
              value: String(one.version),
              label: `Version ${one.version} by ${tellActor(one.actor)}`,
            })),
          ]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        {version !== undefined && (
          <Button size="xs" loading={update.isPending} onClick={() => takeBack().catch(() => undefined)}>
            Take version {version.version} back into force
          </Button>
        )}
      </div>
      {version !== undefined && <Rules version={version} />}
    </div>
  )
}

interface EditMappingProps {
  readonly source: DataOf<'getSource'>
  readonly newest: Version
  readonly onClose: () => void
}

function EditMapping({ source, newest, onClose }: EditMappingProps) {
  const before = newest.mapping as FeedMapping // as the contract has it
  const [draft, setDraft] = useState<FeedMapping>(before)
  const update = useChange('updateSource')
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before)
  const save = async () => {
    await update.mutateAsync({ path: { sourceId: source.id }, body: { mapping: draft } })
    toast('Saved. The network is asked within seconds.')
    onClose()
  }
  return (
    <div className="stack">
      <MappingStep
        title="Change the mapping"
        question={{ sourceId: source.id }}
        mapping={draft}
        onChange={setDraft}
        problem={(place) => problemOf(update.error, `mapping.${place}`)}
      />
      {update.error !== null && <Failure what="Nothing was saved" error={update.error} isChange />}
      <div className="row">
        <Button
          variant="filled"
          loading={update.isPending}
          disabled={!isChanged || !isWhole(draft)}
          onClick={() => save().catch(() => undefined)}
        >
          Save as version {newest.version + 1}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  )
}
