import { useState } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { JobProgress } from '../../jobs/job-progress.tsx'
import { type GivenFile, ImportFile } from './import-file.tsx'
import { ImportResult } from './import-result.tsx'
import { ImportWorkbench, type SentImport } from './import-workbench.tsx'
import '../offers.css'
import './import.css'

const crumbs = [{ to: '/ops/offers', text: 'Offers' }]

/** From a file to offers: what can be repaired, what would change, then the import itself. */
export function ImportPage() {
  const [{ job }, change] = useSearchState({ job: '' })
  const [sent, setSent] = useState<SentImport>()
  if (job === '') {
    return (
      <ImportSteps
        onStart={(jobId, body) => {
          setSent(body)
          change({ job: jobId }, { isStep: true })
        }}
      />
    )
  }
  return (
    <>
      <PageHeader title="Import offers" crumbs={crumbs} />
      <section className="card pad">
        <JobProgress jobId={job} what="The import">
          {(result) => (
            <ImportResult
              result={result}
              sent={sent}
              onAnother={() => change({ job: '' }, { isStep: true })}
            />
          )}
        </JobProgress>
      </section>
    </>
  )
}

interface ImportStepsProps {
  readonly onStart: (jobId: string, sent: SentImport) => void
}

function ImportSteps({ onStart }: ImportStepsProps) {
  const [file, setFile] = useState<GivenFile>()
  const preview = useChange('previewOfferImport', { renews: [] })
  const read = (given: GivenFile) => {
    setFile(given)
    preview.mutate({ body: given })
  }
  const isRead = file !== undefined && preview.data !== undefined
  return (
    <>
      <PageHeader title="Import offers" crumbs={crumbs}>
        A row with a known id updates its offer, and a new id creates one. You see all changes before anything
        is written.
      </PageHeader>
      <div className="stack">
        {!isRead && <ImportFile onFile={read} isBusy={preview.isPending} />}
        {preview.error !== null && <Failure what="The file could not be read" error={preview.error} />}
        {isRead && (
          <ImportWorkbench
            key={file.fileName + file.text.length}
            file={file}
            preview={preview.data.data}
            onAnother={preview.reset}
            onStart={onStart}
          />
        )}
      </div>
    </>
  )
}
