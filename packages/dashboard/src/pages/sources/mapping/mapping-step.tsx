import { Button, Textarea } from '@mantine/core'
import type { FeedMapping } from '@quoin/core/sources/mapping/mapping.ts'
import { useState } from 'react'
import type { Input } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { formatCount } from '../../../format/format-number.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { faultsOf, type FeedSample, readWritten, unreadPaths } from './mapping-draft.ts'
import { MappingPreview } from './mapping-preview.tsx'
import { MappingTable } from './mapping-table.tsx'
import './mapping.css'

interface MappingStepProps {
  readonly title: string
  /** The address and key by which the feed is asked. */
  readonly question: NonNullable<Input<'sampleSource'>['body']>
  /** Why it cannot be asked yet. */
  readonly missing?: string | undefined
  readonly mapping: FeedMapping | undefined
  readonly onChange: (mapping: FeedMapping) => void
  /** The server's problem with a part of the mapping. */
  readonly problem: (place: string) => string | undefined
}

interface Tried {
  readonly sample: FeedSample
  readonly mapping: FeedMapping | undefined
}

/** From one look at a feed to a mapping: the guess, each column by hand, and the offers that come of it. */
export function MappingStep({ title, question, missing, mapping, onChange, problem }: MappingStepProps) {
  const ask = useChange('sampleSource', { renews: [] })
  const [tried, setTried] = useState<Tried>()
  const faults = mapping === undefined ? new Map<string, string>() : faultsOf(mapping)
  const read = async (given: FeedMapping | undefined) => {
    const { data } = await ask.mutateAsync({ body: { ...question, ...(given && { mapping: given }) } })
    const next = given ?? (data.guess?.mapping as FeedMapping | undefined) // as the contract has it
    setTried({ sample: data, mapping: next })
    if (next !== undefined) onChange(next)
  }
  const isWhole = mapping !== undefined && faults.size === 0
  return (
    <section className="card" aria-labelledby="mapping">
      <div className="card-head wrap">
        <h2 id="mapping" className="grow">
          {title}
        </h2>
        {(tried !== undefined || (mapping !== undefined && ask.error !== null)) && (
          <Button
            size="xs"
            disabled={missing !== undefined || ask.isPending}
            onClick={() => read(undefined).catch(() => undefined)}
          >
            Guess anew
          </Button>
        )}
        {tried !== undefined && (
          <Button
            size="xs"
            loading={ask.isPending}
            disabled={!isWhole || missing !== undefined}
            onClick={() => read(mapping).catch(() => undefined)}
          >
            Try the mapping
          </Button>
        )}
      </div>
      {ask.error !== null && <Failure what="The feed could not be read" error={ask.error} />}
      {tried === undefined ? (
        <EmptyState
          icon="eye"
          title="Look at the feed first"
          action={
            <Button
              variant="filled"
              loading={ask.isPending}
              disabled={missing !== undefined}
              onClick={() => read(mapping).catch(() => undefined)}
            >
              Read a sample
            </Button>
          }
        >
          {missing ??
            'The network is asked once, and nothing is stored. Its fields are matched to ours, with reasons.'}
        </EmptyState>
      ) : tried.sample.records_at === null || mapping === undefined ? (
        <EmptyState
          icon="list"
          title="No list of offers in this answer"
          action={<Again onRead={() => read(undefined)} />}
        >
          {tried.sample.reason}
        </EmptyState>
      ) : (
        <>
          <Found sample={tried.sample} />
          <MappingTable
            sample={tried.sample}
            mapping={mapping}
            tried={tried.mapping}
            onChange={onChange}
            problem={(place) => problem(place) ?? faults.get(place)}
          />
          <Others sample={tried.sample} mapping={mapping} onChange={onChange} />
          {tried.sample.offers !== null && (
            <div className="card-head">
              <h3>The first {formatCount(tried.sample.records.length)} offers as they were read</h3>
            </div>
          )}
          <MappingPreview sample={tried.sample} />
        </>
      )}
    </section>
  )
}

function Again({ onRead }: { readonly onRead: () => Promise<void> }) {
  return <Button onClick={() => onRead().catch(() => undefined)}>Read it again</Button>
}

function Found({ sample }: { readonly sample: FeedSample }) {
  const { format, reason, record_count: count } = sample
  return (
    <p className="source-note muted">
      {formatNames[format]}, {formatCount(count)} {count === 1 ? 'record' : 'records'}.{' '}
      {reason.replaceAll('`', '')}
    </p>
  )
}

const formatNames: Readonly<Record<FeedSample['format'], string>> = {
  json: 'JSON',
  json_lines: 'JSON lines',
  csv: 'CSV',
  xml: 'XML',
}

interface OthersProps {
  readonly sample: FeedSample
  readonly mapping: FeedMapping
  readonly onChange: (mapping: FeedMapping) => void
}

/** Whatever the table has no row for: lists, fields that nothing reads, and the mapping as JSON. */
function Others({ sample, mapping, onChange }: OthersProps) {
  const unread = unreadPaths(sample, mapping)
  const { goals, prices, count, records } = mapping
  const list = goals ?? prices
  return (
    <div className="card-body stack">
      <dl className="mapping-others">
        <dt>List of records</dt>
        <dd>{records === '' ? 'the answer itself' : records}</dd>
        <dt>The network’s own count</dt>
        <dd>{count ?? 'not read'}</dd>
        <dt>{prices === undefined ? 'Goals' : 'Prices'}</dt>
        <dd>
          {list === undefined
            ? 'none'
            : `${list.at}: ${[list.id, list.name, list.revenue, list.countries, list.platforms].filter((part) => part !== undefined).join(', ')}`}
        </dd>
        <dt>Fields that nothing reads</dt>
        <dd className="muted">{unread.length === 0 ? 'nothing' : unread.join(', ')}</dd>
      </dl>
      <AsJson mapping={mapping} onChange={onChange} />
    </div>
  )
}

/** The whole mapping, for what has no field: goals, prices, words of a status, several paths. */
function AsJson({ mapping, onChange }: Pick<OthersProps, 'mapping' | 'onChange'>) {
  const [text, setText] = useState<string>()
  const written = text === undefined ? undefined : readWritten(text)
  return (
    <details className="mapping-json" onToggle={() => setText(undefined)}>
      <summary>The mapping as JSON: goals, prices, words of a status, several paths</summary>
      <div className="stack">
        <Textarea
          aria-label="The mapping as JSON"
          autosize
          minRows={8}
          maxRows={24}
          spellCheck={false}
          classNames={{ input: 'mapping-text' }}
          value={text ?? JSON.stringify(mapping, null, 2)}
          error={text !== undefined && written === undefined ? 'It is no whole mapping yet.' : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button
            size="xs"
            disabled={written === undefined}
            onClick={() => {
              if (written !== undefined) onChange(written)
              setText(undefined)
            }}
          >
            Take it over
          </Button>
        </div>
      </div>
    </details>
  )
}
