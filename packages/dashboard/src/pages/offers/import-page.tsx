import { Button, Checkbox, FileButton, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { JobProgress } from '../jobs/job-progress.tsx'
import { ImportMapping } from './import-mapping.tsx'
import { ImportResult } from './import-result.tsx'
import { ImportTrial } from './import-trial.tsx'
import './offers.css'

interface GivenFile {
  readonly fileName: string
  readonly text: string
}

type Preview = DataOf<'previewOfferImport'>

const crumbs = [{ to: '/ops/offers', text: 'Offers' }]

/** From a file to offers: what its columns are, what would change, then the import itself. */
export function ImportPage() {
  const [{ job }, change] = useSearchState({ job: '' })
  return (
    <>
      <PageHeader title="Import offers" crumbs={crumbs}>
        A known id is updated, a new one created. Nothing is written before you have seen what would change.
      </PageHeader>
      {job === '' ? (
        <ImportSteps onStart={(jobId) => change({ job: jobId }, { isStep: true })} />
      ) : (
        <section className="card pad">
          <JobProgress jobId={job} what="The import">
            {(result) => (
              <ImportResult result={result} onAnother={() => change({ job: '' }, { isStep: true })} />
            )}
          </JobProgress>
        </section>
      )}
    </>
  )
}

function ImportSteps({ onStart }: { readonly onStart: (jobId: string) => void }) {
  const [file, setFile] = useState<GivenFile>()
  const preview = useChange('previewOfferImport', { renews: [] })
  const read = (given: GivenFile) => {
    setFile(given)
    preview.mutate({ body: given })
  }
  return (
    <div className="stack">
      <FileStep onFile={read} file={file} rows={preview.data?.data.rows} isBusy={preview.isPending} />
      {preview.error !== null && <Failure what="The file could not be read" error={preview.error} />}
      {file && preview.data && (
        <MapStep
          key={file.fileName + file.text.length}
          file={file}
          preview={preview.data.data}
          onStart={onStart}
        />
      )}
    </div>
  )
}

interface FileStepProps {
  readonly onFile: (file: GivenFile) => void
  readonly file: GivenFile | undefined
  readonly rows: number | undefined
  readonly isBusy: boolean
}

function FileStep({ onFile, file, rows, isBusy }: FileStepProps) {
  const [pasted, setPasted] = useState('')
  const upload = async (chosen: File | null) => {
    if (chosen) onFile({ fileName: nameOf(chosen.name), text: await chosen.text() })
  }
  return (
    <section className="card" aria-labelledby="file">
      <div className="card-head wrap">
        <h2 id="file" className="grow">
          1. The file
        </h2>
        <span className="muted sm" role="status">
          {file && rows !== undefined
            ? `${file.fileName}: ${rows} rows`
            : 'CSV, JSON, or one JSON object a line'}
        </span>
      </div>
      <div className="card-body stack">
        <div className="row wrap">
          <FileButton onChange={(chosen) => void upload(chosen)} accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl">
            {(props) => (
              <Button {...props} leftSection={<Icon name="download" />} loading={isBusy}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <span className="muted sm">or paste it:</span>
        </div>
        <Textarea
          aria-label="Paste the file"
          placeholder={
            'external_id,name,payout,revenue,destination_url\n1001,Bubble Farm,0.50,1.00,https://…?click_id={click_id}'
          }
          autosize
          minRows={3}
          maxRows={8}
          className="paste"
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <div className="row">
          <Button
            disabled={pasted.trim() === ''}
            loading={isBusy}
            onClick={() => onFile({ fileName: `pasted.${formatOf(pasted)}`, text: pasted })}
          >
            Read what is pasted
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Its end in small letters; without one that is known it is taken for CSV. */
function nameOf(name: string): string {
  const plain = name.replaceAll(/[/\\]/g, '_').slice(-200)
  return /\.(csv|tsv|txt|json|ndjson|jsonl)$/i.test(plain)
    ? plain.replace(/\.\w+$/, (end) => end.toLowerCase())
    : `${plain.slice(0, 190)}.csv`
}

function formatOf(text: string): string {
  const start = text.trimStart()
  if (start.startsWith('[')) return 'json'
  if (!start.startsWith('{')) return 'csv'
  return /^\{[^\n]*\}\s*\n\s*\{/.test(start) ? 'ndjson' : 'json'
}

interface MapStepProps {
  readonly file: GivenFile
  readonly preview: Preview
  readonly onStart: (jobId: string) => void
}

function MapStep({ file, preview, onStart }: MapStepProps) {
  const networks = useOperation('listNetworks', { query: { limit: 100 } }).data ?? []
  const [networkId, setNetworkId] = useState('')
  const [addClickId, setAddClickId] = useState(false)
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(preview.columns.map(({ name, field }) => [name, field ?? ''])),
  )
  const trial = useChange('tryOfferImport', { renews: [] })
  const start = useChange('startOfferImport', { renews: ['listJobs'] })
  const body = { ...file, networkId: Number(networkId), mapping, addClickId }
  const alter = (alteration: () => void) => {
    alteration()
    trial.reset()
  }
  const apply = async () => onStart((await start.mutateAsync({ body })).data.job_id)
  return (
    <>
      <ImportMapping
        preview={preview}
        mapping={mapping}
        onMap={(name, field) => alter(() => setMapping({ ...mapping, [name]: field }))}
      />
      <section className="card" aria-labelledby="try">
        <div className="card-head">
          <h2 id="try">3. What would change</h2>
        </div>
        <div className="card-body stack">
          <div className="row wrap import-choices">
            <NativeSelect
              label="The offers are of"
              value={networkId}
              onChange={(event) => alter(() => setNetworkId(event.currentTarget.value))}
              data={[
                { value: '', label: 'Choose a network' },
                ...networks.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <Checkbox
              label="Add our click id to addresses that have none"
              checked={addClickId}
              onChange={(event) => alter(() => setAddClickId(event.currentTarget.checked))}
            />
          </div>
          <div className="row">
            <Button
              variant={trial.data ? 'default' : 'filled'}
              disabled={networkId === ''}
              loading={trial.isPending}
              onClick={() => trial.mutate({ body })}
            >
              Show what would change
            </Button>
          </div>
          {trial.error !== null && <Failure what="It could not be found out" error={trial.error} />}
        </div>
        {trial.data && <ImportTrial trial={trial.data.data} />}
        {trial.data && (
          <div className="card-body stack">
            {start.error !== null && <Failure what="The import did not begin" error={start.error} />}
            <div className="row">
              <Button
                variant="filled"
                disabled={writes(trial.data.data) === 0}
                loading={start.isPending}
                onClick={() => apply().catch(() => {})}
              >
                {writes(trial.data.data) === 0
                  ? 'Nothing to import'
                  : `Import ${writes(trial.data.data)} offers`}
              </Button>
            </div>
          </div>
        )}
      </section>
    </>
  )
}

function writes({ counts }: DataOf<'tryOfferImport'>): number {
  return counts.new + counts.changed + counts.paused
}
