import { Button, FileButton, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { formatCount, formatMany } from '../../format/format-number.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'

type Report = DataOf<'importListEntries'>

/** A file is judged first; its good rows then take effect together. */
export function ImportEntries({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const trial = useChange('importListEntries', { renews: [] })
  const change = useChange('importListEntries', { renews: ['listListEntries'] })
  const report = trial.data?.data
  const good = report === undefined ? 0 : report.rows - report.refused
  const write = async () => {
    const { data } = await change.mutateAsync({ body: { text } })
    toast(
      `${formatMany(data.changed, 'entry', 'entries')} new or changed, ${formatCount(data.unchanged)} as before.`,
    )
    onClose()
  }
  const give = (next: string) => {
    trial.reset()
    setText(next)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title="Import entries"
      lockScroll={false}
      size="lg"
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (report === undefined) trial.mutate({ body: { text, dryRun: true } })
          else write().catch(() => undefined)
        }}
      >
        <p className="muted sm">
          CSV with the columns <code>action,kind,value,app_id,reason,expires_at</code>; the first three are
          needed.
        </p>
        <FileButton onChange={(file) => void file?.text().then(give)} accept=".csv,.tsv,.txt">
          {(props) => (
            <Button {...props} className="list-file">
              Choose a file
            </Button>
          )}
        </FileButton>
        <Textarea
          label="Or paste it"
          placeholder={'action,kind,value,reason\nblock,address,203.0.113.9,farm'}
          rows={6}
          className="mono"
          value={text}
          onChange={(event) => give(event.currentTarget.value)}
        />
        {report && <Judged report={report} />}
        {trial.error !== null && <Failure what="The file was not read" error={trial.error} />}
        {change.error !== null && <Failure what="Nothing was imported" error={change.error} />}
        <div className="row">
          <Button
            type="submit"
            variant="filled"
            disabled={text.trim() === '' || (report !== undefined && good === 0)}
            loading={trial.isPending || change.isPending}
          >
            {report === undefined ? 'Check it' : `Import ${formatMany(good, 'entry', 'entries')}`}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  )
}

function Judged({ report: { rows, refused, problems } }: { readonly report: Report }) {
  return (
    <div role="status" className="stack">
      <p>
        {formatMany(rows, 'row')}: {formatCount(rows - refused)} can be imported
        {refused > 0 && <>, {formatCount(refused)} cannot and change nothing</>}.
      </p>
      {problems.length > 0 && (
        <ul className="sm list-problems">
          {problems.map(({ line, message }) => (
            <li key={line}>
              <span className="muted num">Line {line}</span> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
