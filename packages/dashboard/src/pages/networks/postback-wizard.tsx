import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { formatMany } from '../../format/format-number.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { DryRun } from './dry-run.tsx'
import { PasteAddress } from './paste-address.tsx'

type Network = DataOf<'getNetwork'>
type Reading = DataOf<'readSampleCalls'>
type Parameter = Reading['parameters'][number]
type Names = Readonly<Record<string, string>>

interface PostbackWizardProps {
  readonly network: Network
  readonly mayChange: boolean
}

const pauseMs = 400

/** From a call that the network makes today to the address that it is to call. */
export function PostbackWizard({ network, mayChange }: PostbackWizardProps) {
  const [text, setText] = useState('')
  const [names, setNames] = useState<Names>({})
  const [words, setWords] = useState<Names>({})
  const [pasted] = useDebouncedValue(text.trim(), pauseMs)
  const input = { path: { networkId: network.id }, body: { text: pasted, names, words } }
  const { data, error } = useOperation('readSampleCalls', input, { isOff: pasted === '' })
  const reading = pasted === '' ? undefined : data
  return (
    <div className="wizard">
      <div className="stack">
        <section className="card pad stack">
          <Textarea
            label="Paste a call of theirs"
            description="Paste one call or many: addresses, lines of a log or curl commands. Quoin only reads them and changes nothing."
            placeholder="https://old.example/pb?sub1=…&sum=1.80&state=2&tid=T-48213"
            autosize
            minRows={3}
            maxRows={10}
            className="paste"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setNames({})
            }}
          />
          {reading && (
            <p className="muted sm" role="status">
              {formatMany(reading.calls, 'call')} by {reading.method},{' '}
              {formatMany(reading.parameters.length, 'parameter')}
              {reading.calls > 1 ? '; the newest is shown' : ''}.
            </p>
          )}
          {error && pasted !== '' && <Failure what="It could not be read" error={error} />}
        </section>
        {reading && (
          <Mapping
            reading={reading}
            onName={(name, ours) => setNames({ ...names, [name]: ours })}
            words={words}
            onWord={(word, meaning) => setWords({ ...words, [word]: meaning })}
            onReplace={(macro, by) => setText(text.replaceAll(macro, by))}
          />
        )}
        <PasteAddress
          network={network}
          query={reading?.query ?? network.paste_query}
          offerParameter={reading?.offer_parameter ?? network.offer_parameter}
          refused={(reading?.parameters ?? []).flatMap(({ verdict, ours: name }) =>
            verdict === 'refused' && name !== null ? [name] : [],
          )}
          mayChange={mayChange}
        />
      </div>
      <section className="card dry-run" aria-label="Dry run">
        {reading ? (
          <>
            <DryRun reading={reading} />
            {mayChange && Object.keys(words).length > 0 && (
              <SaveWords network={network} words={words} onSaved={() => setWords({})} />
            )}
          </>
        ) : (
          <EmptyState icon="flask" title="What would happen to it">
            Paste a call at the left. You see each decision in its order here, and the amount that would be
            paid.
          </EmptyState>
        )}
      </section>
    </div>
  )
}

const ours = [
  { value: '', label: 'Not used' },
  { value: 'click_id', label: 'Click id' },
  { value: 'payout', label: 'Payout' },
  { value: 'currency', label: 'Currency' },
  { value: 'status', label: 'Status' },
  { value: 'txn_id', label: 'Transaction' },
  { value: 'goal', label: 'Goal' },
] as const

interface MappingProps {
  readonly reading: Reading
  readonly words: Names
  readonly onName: (name: string, ours: string) => void
  readonly onWord: (word: string, meaning: string) => void
  readonly onReplace: (macro: string, by: string) => void
}

function Mapping({ reading, words, onName, onWord, onReplace }: MappingProps) {
  const open = reading.parameters.filter(
    ({ verdict }) => verdict === 'refused' || verdict === 'needs_words',
  ).length
  const clear = reading.parameters.filter(({ verdict }) => verdict === 'accepted').length
  return (
    <section className="card" aria-labelledby="read">
      <div className="card-head">
        <h2 id="read" className="grow">
          What we read
        </h2>
        <span className="muted xs">
          {clear} clear, {open === 0 ? 'none needs you' : `${open} ${open === 1 ? 'needs' : 'need'} you`}
        </span>
      </div>
      <ul className="mapping">
        {reading.parameters.map((parameter) => (
          <li key={parameter.name} data-ours={parameter.ours ?? 'none'}>
            <ParameterRow parameter={parameter} onName={onName} />
            {parameter.problem && (
              <div className={parameter.verdict === 'refused' ? 'note danger' : 'note warning'}>
                <span className="grow">{parameter.problem}</span>
                {parameter.suggestion && (
                  <Button size="xs" onClick={() => onReplace(parameter.value, parameter.suggestion ?? '')}>
                    Use {parameter.suggestion}
                  </Button>
                )}
                {parameter.verdict === 'refused' && parameter.ours !== 'click_id' && (
                  <Button size="xs" onClick={() => onName(parameter.name, '')}>
                    Leave it out
                  </Button>
                )}
              </div>
            )}
            {parameter.ours === 'status' && <Words reading={reading} words={words} onWord={onWord} />}
          </li>
        ))}
        {reading.missing.map((name) => (
          <li key={`missing ${name}`} className="note danger">
            Nothing says the {ours.find(({ value }) => value === name)?.label.toLowerCase()}: every report
            needs it.
          </li>
        ))}
      </ul>
    </section>
  )
}

const verdicts = { accepted: 'Accepted', needs_words: 'Needs mapping', refused: 'Refused' } as const

function ParameterRow({
  parameter,
  onName,
}: {
  readonly parameter: Parameter
  readonly onName: MappingProps['onName']
}) {
  const { name, value, verdict, looks_like: looksLike } = parameter
  return (
    <div className="mapping-row">
      <span className="mapping-name mono">
        <span className="dot" aria-hidden="true" />
        <bdi>{name}</bdi>
      </span>
      <span className="mapping-value mono" title={value}>
        <bdi>{value}</bdi>
      </span>
      <span className="muted sm mapping-looks">{looksLike}</span>
      <NativeSelect
        aria-label={`${name} is taken as`}
        value={parameter.ours ?? ''}
        onChange={(event) => onName(name, event.currentTarget.value)}
        data={[...ours]}
      />
      <span>
        {verdict === 'not_needed' ? (
          <span className="faint sm">Not needed</span>
        ) : (
          <StatusChip status={verdicts[verdict]} />
        )}
      </span>
    </div>
  )
}

function Words({ reading, words, onWord }: Pick<MappingProps, 'reading' | 'words' | 'onWord'>) {
  const asked = reading.words.filter(({ word, means }) => means === null || Object.hasOwn(words, word))
  if (asked.length === 0) return null
  return (
    <div className="note warning">
      <span className="grow">
        What do their words mean?{' '}
        {asked.map(({ word, count }) => `“${word}” stands in ${formatMany(count, 'call')}`).join(', ')}.
      </span>
      {asked.map(({ word }) => (
        <NativeSelect
          key={word}
          aria-label={`“${word}” means`}
          value={words[word] ?? ''}
          onChange={(event) => event.currentTarget.value !== '' && onWord(word, event.currentTarget.value)}
          data={[
            { value: '', label: `${word} is …` },
            { value: 'pending', label: `${word} is pending` },
            { value: 'approved', label: `${word} is approved` },
            { value: 'rejected', label: `${word} is rejected` },
            { value: 'reversed', label: `${word} is reversed` },
          ]}
        />
      ))}
    </div>
  )
}

interface SaveWordsProps {
  readonly network: Network
  readonly words: Names
  readonly onSaved: () => void
}

function SaveWords({ network, words, onSaved }: SaveWordsProps) {
  const update = useChange('updateNetwork', { renews: ['getNetwork', 'readSampleCalls', 'listAudit'] })
  const save = async () => {
    await update.mutateAsync({
      path: { networkId: network.id },
      body: { statusWords: { ...network.status_words, ...words } },
    })
    toast(`${network.name} means what you said.`)
    onSaved()
  }
  return (
    <div className="dry-foot stack">
      {update.error !== null && <Failure what="The words were not saved" error={update.error} />}
      <Button
        variant="filled"
        leftSection={<Icon name="check" />}
        loading={update.isPending}
        onClick={() => save().catch(() => {})}
      >
        Save {formatMany(Object.keys(words).length, 'word')}
      </Button>
    </div>
  )
}
