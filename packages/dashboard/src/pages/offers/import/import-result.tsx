import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { formatCount, formatMany } from '../../../format/format-number.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Icon } from '../../../parts/value/icon.tsx'
import { causeWords, columnName } from './cause-words.ts'
import type { SentImport } from './import-workbench.tsx'
import { keepRefused } from './keep-refused.ts'
import type { Group } from './repair-state.ts'

interface ImportResultProps {
  readonly result: Readonly<Record<string, unknown>>
  /** Undefined once the page was loaded again: the file is gone then. */
  readonly sent: SentImport | undefined
  readonly onAnother: () => void
}

/** The result of an import. */
export function ImportResult({ result, sent, onAnother }: ImportResultProps) {
  const {
    created,
    updated,
    refused,
    repaired = 0,
    left = [],
    problems,
  } = result as {
    created: number
    updated: number
    refused: number
    repaired?: number
    left?: readonly Pick<Group, 'cause' | 'field' | 'message' | 'rows'>[]
    problems: DataOf<'tryOfferImport'>['problems']
  } // as the job writes it
  return (
    <div className="stack">
      <div className="import-done">
        <div className="grow">
          <h2>
            {formatMany(created + updated, 'offer')} {created + updated === 1 ? 'is' : 'are'} imported
          </h2>
          <p className="muted">
            {formatCount(created)} created, {formatCount(updated)} updated
            {repaired > 0 && `, ${formatCount(repaired)} of them repaired`}.
          </p>
        </div>
        <div className="row wrap">
          <Button variant="filled" component={Link} to="/ops/offers">
            See the offers
          </Button>
          <Button onClick={onAnother}>Import another file</Button>
        </div>
      </div>
      {refused > 0 && (
        <section className="import-left" aria-label="Rows that stayed out">
          <div className="row wrap">
            <p className="grow">
              <b>{formatMany(refused, 'row')} stayed out.</b>{' '}
              <span className="muted">
                {left.map((group) => `${causeWords(group).title} (${formatCount(group.rows)})`).join('; ')}
              </span>
            </p>
            {sent && <DownloadRefused sent={sent} refused={refused} />}
          </div>
          <details>
            <summary>By line, with the reasons</summary>
            <ul className="sm">
              {problems.map(({ line, field, message }) => (
                <li key={`${line} ${field} ${message}`}>
                  <span className="num">Line {formatCount(line)}</span>{' '}
                  {field === null ? '' : `${columnName(field)} `}
                  {message}
                </li>
              ))}
            </ul>
          </details>
        </section>
      )}
      {sent?.remember && sent.repairs.length > 0 && (
        <p className="row">
          <Icon name="check" />
          <span>
            <b>The repairs are remembered for {sent.networkName}.</b>{' '}
            <span className="muted">The next file is read with them; each is shown there again.</span>
          </span>
        </p>
      )}
    </div>
  )
}

function DownloadRefused({ sent, refused }: { readonly sent: SentImport; readonly refused: number }) {
  const list = useChange('listRefusedRows', { renews: [] })
  const { remember: _remember, networkName: _name, ...body } = sent
  return (
    <>
      <Button
        leftSection={<Icon name="download" />}
        loading={list.isPending}
        onClick={() => void list.mutateAsync({ body }).then(keepRefused(sent.fileName))}
      >
        Download {formatCount(refused)} with reasons
      </Button>
      {list.error !== null && <Failure what="The rows could not be read" error={list.error} />}
    </>
  )
}
