import { Button, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { DataOf, RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { JobProgress } from '../jobs/job-progress.tsx'
import { LearningReport } from './learning/learning-report.tsx'

type Learning = DataOf<'getRisk'>['learning']
type Version = RowOf<'listRiskWeights'>

const stateWords: Readonly<Record<Version['state'], { readonly word: string; readonly tone: string }>> = {
  active: { word: 'In use', tone: 'success' },
  candidate: { word: 'Waits for you', tone: 'info' },
  retired: { word: 'Retired', tone: 'neutral' },
  rejected: { word: 'Rejected', tone: 'danger' },
}

const outcomeWords: Readonly<Record<string, string>> = {
  too_few_labels: 'Too few users have ended either way to learn from.',
  in_shadow: 'New weights are still in the shadow.',
  proposed: 'New weights wait for you.',
  candidate: 'New weights were learned. Look at what they would change.',
  rejected: 'New weights were learned, and the gate refused them.',
  activated: 'The candidate proved itself and is in use.',
  running: 'A round is running.',
  failed: 'The round failed. The log says why.',
}

/** Which weights make the scores, what waits beside them, and the rounds of learning. */
export function WeightsTab({ learning }: { readonly learning: Learning | undefined }) {
  const mayAct = useMayAct('operator')
  const [isAdopting, setAdopting] = useState(false)
  const [job, setJob] = useState('')
  const refit = useChange('refitRiskWeights', { renews: [] })
  const start = async () => setJob((await refit.mutateAsync({})).data.job_id)
  return (
    <div className="stack">
      <LearningReport />
      {mayAct && learning && !learning.is_file && (
        <div className="row wrap">
          <Button loading={refit.isPending} onClick={() => start().catch(() => undefined)}>
            Learn now
          </Button>
          <Button onClick={() => setAdopting(true)}>Adopt weights…</Button>
        </div>
      )}
      {refit.error !== null && <Failure what="The round was not begun" error={refit.error} />}
      {job !== '' && (
        <section className="card pad">
          <JobProgress jobId={job} what="The round">
            {(result) => <p>{outcomeWords[String(result['outcome'])] ?? 'The round is done.'}</p>}
          </JobProgress>
        </section>
      )}
      <Versions mayAct={mayAct && learning?.is_file === false} />
      {isAdopting && <AdoptWeights onClose={() => setAdopting(false)} />}
    </div>
  )
}

function Versions({ mayAct }: { readonly mayAct: boolean }) {
  const { data, error, refetch } = useOperation('listRiskWeights', {})
  const activate = useChange('activateRiskWeights')
  const columns: readonly Column<Version>[] = [
    { name: 'version', head: 'Version', card: 'main', cell: ({ version }) => <code>{version}</code> },
    {
      name: 'state',
      head: 'State',
      card: 'status',
      cell: ({ state }) => <span className={`chip ${stateWords[state].tone}`}>{stateWords[state].word}</span>,
    },
    { name: 'by', head: 'By', cell: ({ actor }) => <bdi>{actor.replace(/^\w+:/, '')}</bdi> },
    { name: 'made', head: 'Made', cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      name: 'deed',
      head: <span className="sr">Use</span>,
      isNumber: true,
      cell: ({ version, state }) =>
        mayAct &&
        state !== 'active' && (
          <ConfirmButton
            verb="Use these weights"
            label="Use…"
            button={{ size: 'xs' }}
            onConfirm={async () => {
              await activate.mutateAsync({ path: { version } })
              toast(`Weights ${version} are in use.`)
            }}
          >
            Scores are made by <code>{version}</code> in every process within a second. Look at the score from
            which conversions are held again: it may mean other users now.
          </ConfirmButton>
        ),
    },
  ]
  return (
    <section className="card" aria-label="Versions">
      <DataTable
        caption="Versions"
        rows={data}
        error={error}
        onRetry={() => refetch()}
        columns={columns}
        keyOf={({ version }) => version}
        empty={
          <EmptyState icon="gauge" title="Nothing was learned yet">
            The shipped weights are in use. Rounds begin once enough users have ended either way.
          </EmptyState>
        }
      />
    </section>
  )
}

function AdoptWeights({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const change = useChange('adoptRiskWeights')
  const adopt = async () => {
    const { data } = await change.mutateAsync({ body: { text } })
    toast(`Weights ${data.version} are in use.`)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title="Adopt weights"
      lockScroll={false}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          adopt().catch(() => undefined)
        }}
      >
        <p className="muted sm">They are in use at once, in every process; learning goes on from them.</p>
        <Textarea
          label="The weights file"
          description="Paste the JSON of a learned set of weights. It needs a version of its own."
          rows={8}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {change.error !== null && <Failure what="They were not adopted" error={change.error} />}
        <div className="row">
          <Button type="submit" variant="filled" loading={change.isPending} disabled={text.trim() === ''}>
            Use them
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  )
}
