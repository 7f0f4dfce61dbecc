import { Button, FileButton, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../../parts/value/icon.tsx'

export interface GivenFile {
  readonly fileName: string
  readonly text: string
}

interface ImportFileProps {
  readonly onFile: (file: GivenFile) => void
  readonly isBusy: boolean
}

export function ImportFile({ onFile, isBusy }: ImportFileProps) {
  const [pasted, setPasted] = useState('')
  const upload = async (chosen: File | null) => {
    if (chosen) onFile({ fileName: nameOf(chosen.name), text: await chosen.text() })
  }
  return (
    <section className="card" aria-labelledby="file">
      <div className="card-head wrap">
        <h2 id="file" className="grow">
          The file
        </h2>
        <span className="muted sm">CSV, JSON, or one JSON object a line</span>
      </div>
      <div className="card-body stack">
        <div className="row wrap">
          <FileButton onChange={(chosen) => void upload(chosen)} accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl">
            {(props) => (
              <Button {...props} variant="filled" leftSection={<Icon name="download" />} loading={isBusy}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <span className="muted sm">or paste it:</span>
        </div>
        <Textarea
          aria-label="Paste the file"
          placeholder={
            'Offer ID,Title,Payout (USD),Revenue (USD),Landing URL\n1001,Bubble Farm,0.50,1.00,https://…?click_id={click_id}'
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
