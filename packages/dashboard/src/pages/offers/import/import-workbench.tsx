import { useState } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { ImportCauses } from './import-causes.tsx'
import type { GivenFile } from './import-file.tsx'
import { ImportRail } from './import-rail.tsx'
import { ImportSummary } from './import-summary.tsx'
import { ImportTable } from './import-table.tsx'
import { type Accepted, acceptedOf, type Preview, type Trial } from './repair-state.ts'
import { keepRefused } from './keep-refused.ts'

type Mapping = Readonly<Record<string, string>>

/** An import as it was sent; its refused rows can be asked for as long as the page is open. */
export interface SentImport extends GivenFile, Accepted {
  readonly networkId: number
  readonly mapping: Mapping
  readonly remember: boolean
  readonly networkName: string
}

interface ImportWorkbenchProps {
  readonly file: GivenFile
  readonly preview: Preview
  readonly onAnother: () => void
  readonly onStart: (jobId: string, sent: SentImport) => void
}

const needed = ['external_id', 'name', 'revenue', 'destination_url'] as const

/** Columns that are needed and that a file has not; prices and goals bring their own amounts. */
function missingOf(mapping: Mapping): readonly string[] {
  const mapped = new Set(Object.values(mapping))
  const isPriced = mapped.has('prices') || mapped.has('goals')
  return needed.filter((field) => !mapped.has(field) && !(isPriced && field === 'revenue'))
}

/** One page for a file: what it is, what is repaired, what would be written, and the button. */
export function ImportWorkbench({ file, preview, onAnother, onStart }: ImportWorkbenchProps) {
  const networks = useOperation('listNetworks', { query: { limit: 100 } }).data ?? []
  const [networkId, setNetworkId] = useState('')
  const [mapping, setMapping] = useState<Mapping>(() =>
    Object.fromEntries(preview.columns.map(({ name, field }) => [name, field ?? ''])),
  )
  const [remember, setRemember] = useState(true)
  const [trial, setTrial] = useState<Trial>()
  const tries = useChange('tryOfferImport', { renews: [] })
  const start = useChange('startOfferImport', { renews: ['listJobs'] })
  const refused = useChange('listRefusedRows', { renews: [] })
  // A tick counts at once, before the server has tried it.
  const [asked, setAsked] = useState<Accepted>()
  const accepted = asked ?? (trial && acceptedOf(trial.repairs))
  const missing = missingOf(mapping)

  const tryWith = (given: { id?: string; mapping?: Mapping; accepted?: Accepted }) => {
    setAsked(given.accepted)
    const id = given.id ?? networkId
    const next = given.mapping ?? mapping
    if (id === '' || missingOf(next).length > 0) return setTrial(undefined)
    const body = { ...file, networkId: Number(id), mapping: next, ...given.accepted }
    tries.mutate(
      { body },
      {
        onSuccess: ({ data }) => {
          setTrial(data)
          setAsked(undefined)
        },
      },
    )
  }
  const choose = (id: string) => {
    setNetworkId(id)
    setTrial(undefined)
    tryWith({ id })
  }
  const map = (name: string, field: string) => {
    const next = { ...mapping, [name]: field }
    setMapping(next)
    tryWith({ mapping: next })
  }
  const network = networks.find(({ id }) => id === networkId)
  const body = { ...file, networkId: Number(networkId), mapping, ...accepted }
  const send = async () => {
    if (!accepted) return
    const { data } = await start.mutateAsync({ body: { ...body, remember } })
    onStart(data.job_id, { ...body, ...accepted, remember, networkName: network?.name ?? '' })
  }
  return (
    <div className="stack" aria-busy={tries.isPending}>
      <ImportSummary
        fileName={file.fileName}
        preview={preview}
        mapping={mapping}
        missing={missing}
        networks={networks}
        networkId={networkId}
        trial={trial}
        isBusy={tries.isPending}
        onNetwork={choose}
        onMap={map}
        onAnother={onAnother}
      />
      {tries.error !== null && <Failure what="The preview could not be made" error={tries.error} />}
      {trial && accepted && (
        <div className="import-cols">
          <div className="stack">
            <ImportCauses
              trial={trial}
              accepted={accepted}
              onChange={(next) => tryWith({ accepted: next })}
            />
            <ImportTable trial={trial} />
          </div>
          <ImportRail
            trial={trial}
            networkName={network?.name ?? ''}
            remember={remember}
            isBusy={start.isPending || tries.isPending}
            onRemember={setRemember}
            onImport={() => send().catch(() => {})}
            onDownload={() => void refused.mutateAsync({ body }).then(keepRefused(file.fileName))}
          >
            {start.error !== null && <Failure what="The import did not begin" error={start.error} />}
            {refused.error !== null && <Failure what="The rows could not be read" error={refused.error} />}
          </ImportRail>
        </div>
      )}
    </div>
  )
}
