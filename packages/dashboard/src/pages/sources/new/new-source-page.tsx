import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Loading } from '../../../parts/feedback/loading.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { isWhole } from '../mapping/mapping-draft.ts'
import { MappingStep } from '../mapping/mapping-step.tsx'
import { missingForSample, sampleQuestion } from '../mapping/sample-question.ts'
import { emptyDraft, needsKey, newBody, problemOf, type SourceDraft } from '../source-draft.ts'
import { useFirstFault } from '../use-first-fault.ts'
import { type NetworkRow, type SourceKind, useNetworks } from '../use-source-kinds.ts'
import { KindChoice } from './kind-choice.tsx'
import { NewSourceFields } from './new-source-fields.tsx'
import { NewSourceRail } from './new-source-rail.tsx'
import '../sources.css'
import './new-source.css'

const crumbs = [{ to: '/ops/sources', text: 'Sources' }]

/** From the system of a network and the key of an account to a source, whose first run begins at once. */
export function NewSourcePage() {
  const kinds = useOperation('listSourceKinds', {})
  const networks = useNetworks()
  const mayChange = useMayAct('operator')
  const failed = [kinds, networks].find(({ error, data }) => error !== null && data === undefined)
  return (
    <>
      <PageHeader title="Add a source" crumbs={crumbs}>
        Quoin reads the offers of a network by itself. Nothing of its first run is shown to users before you
        have looked at it.
      </PageHeader>
      {failed !== undefined && (
        <Failure
          what="The kinds of sources could not be loaded"
          error={failed.error}
          onRetry={() => Promise.all([kinds.refetch(), networks.refetch()])}
        />
      )}
      {failed === undefined && (kinds.data === undefined || networks.data === undefined) && (
        <Loading what="the kinds of sources" />
      )}
      {kinds.data !== undefined &&
        networks.data !== undefined &&
        (mayChange ? (
          <NewSource kinds={kinds.data} networks={networks.data} />
        ) : (
          <section className="card">
            <EmptyState icon="source" title="Operators add sources">
              You may look at them, and ask an operator for another one.
            </EmptyState>
          </section>
        ))}
    </>
  )
}

interface NewSourceProps {
  readonly kinds: readonly SourceKind[]
  readonly networks: readonly NetworkRow[]
}

function NewSource({ kinds, networks }: NewSourceProps) {
  // The key stays in the memory of the page: it is never in the address, and gone with it.
  const [{ kind: kindName, network: slug }, change] = useSearchState({ kind: '', network: '' })
  const [draft, setDraft] = useState<SourceDraft>(emptyDraft)
  const create = useChange('createSource')
  const navigate = useNavigate()
  const form = useFirstFault(create.error)
  const kind = kinds.find(({ name }) => name === kindName)
  const own = networks.filter(({ preset }) => preset === kind?.preset)
  const network = slug === '' && own.length === 1 ? (own[0]?.slug ?? '') : slug
  const choose = (name: string) => {
    create.reset()
    setDraft({ ...emptyDraft, name: draft.name, payoutPercent: draft.payoutPercent })
    change({ kind: name, network: '' })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (kind === undefined) return
    const { data } = await create.mutateAsync({ body: { network, ...newBody(kind, draft) } })
    await navigate({ to: `/ops/sources/${data.id}` })
  }
  return (
    <form
      className="source-columns"
      ref={form}
      onSubmit={(event) => save(event).catch(() => undefined)}
      noValidate
    >
      <div className="stack">
        <KindChoice kinds={kinds} networks={networks} chosen={kindName} onChoose={choose} />
        {kind !== undefined && (
          <NewSourceFields
            kind={kind}
            networks={networks}
            network={network}
            onNetwork={(next) => change({ network: next })}
            draft={draft}
            onChange={(changed) => setDraft((now) => ({ ...now, ...changed }))}
            problem={(field) => problemOf(create.error, field)}
          />
        )}
        {kind?.has_mapping === true && (
          <MappingStep
            key={kind.name}
            title="3. Where its offers stand"
            question={sampleQuestion(kind, draft, network)}
            missing={missingForSample(kind, draft)}
            mapping={draft.mapping}
            onChange={(mapping) => setDraft((now) => ({ ...now, mapping }))}
            problem={(place) => problemOf(create.error, `mapping.${place}`)}
          />
        )}
      </div>
      <NewSourceRail
        kind={kind}
        hasNetwork={network !== ''}
        hasKey={draft.key !== '' || (kind !== undefined && !needsKey(kind, draft))}
        hasMapping={kind?.has_mapping !== true || isWhole(draft.mapping)}
        isBusy={create.isPending}
        error={create.error}
      />
    </form>
  )
}
