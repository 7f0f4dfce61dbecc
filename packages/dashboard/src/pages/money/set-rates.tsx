import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { ConfirmRates, type GivenRate as Given } from './confirm-rates.tsx'

type Trial = DataOf<'tryRates'>

const nothing: Given = { currency: 'EUR', day: '', usd: '' }

/** One rate by its fields, or many from a table; what they change is told before they are set. */
export function SetRates() {
  const [mode, setMode] = useState('one')
  const [one, setOne] = useState({ ...nothing, day: new Date().toISOString().slice(0, 10) })
  const [text, setText] = useState('')
  const [shown, setShown] = useState<{ readonly rates: readonly Given[]; readonly trial: Trial }>()
  const trial = useChange('tryRates', { renews: [] })
  const problems = trial.data?.data.problems ?? []
  const rates = mode === 'one' ? [one] : ratesOf(text)
  const look = async (event: FormEvent) => {
    event.preventDefault()
    const { data } = await trial.mutateAsync({ body: { rates } })
    if (data.refused === 0) setShown({ rates, trial: data })
  }
  const change = (changed: Partial<Given>) => {
    trial.reset()
    setOne({ ...one, ...changed })
  }
  return (
    <section className="card" aria-labelledby="set-rates">
      <div className="card-head wrap">
        <h2 id="set-rates" className="grow">
          Set exchange rates
        </h2>
        <SegmentedControl
          size="xs"
          aria-label="How many"
          value={mode}
          data={[
            { value: 'one', label: 'One' },
            { value: 'many', label: 'Many' },
          ]}
          onChange={(next) => {
            trial.reset()
            setMode(next)
          }}
        />
      </div>
      <form className="card-body stack" onSubmit={(event) => look(event).catch(() => undefined)}>
        {mode === 'one' ? (
          <OneRate rate={one} onChange={change} problems={problems} />
        ) : (
          <ManyRates
            text={text}
            onChange={(next) => {
              trial.reset()
              setText(next)
            }}
            problems={problems}
          />
        )}
        {trial.error !== null && <Failure what="The rates could not be tried" error={trial.error} />}
        <div className="row">
          <Button
            type="submit"
            variant="filled"
            loading={trial.isPending}
            disabled={rates.length === 0 || (mode === 'one' && one.usd.trim() === '')}
          >
            Show what changes
          </Button>
        </div>
      </form>
      {shown && (
        <ConfirmRates
          {...shown}
          onClose={() => setShown(undefined)}
          onDone={() => {
            setShown(undefined)
            setText('')
            setOne({ ...one, usd: '' })
          }}
        />
      )}
    </section>
  )
}

interface OneRateProps {
  readonly rate: Given
  readonly onChange: (changed: Partial<Given>) => void
  readonly problems: Trial['problems']
}

function OneRate({ rate, onChange, problems }: OneRateProps) {
  const problem = (name: keyof Given) => {
    const message = problems.find(({ field }) => field === name)?.message
    return message === undefined ? undefined : `It ${message}.`
  }
  return (
    <div className="rate-fields">
      <TextInput
        label="Currency"
        maxLength={5}
        value={rate.currency}
        error={problem('currency')}
        onChange={(event) => onChange({ currency: event.currentTarget.value.toUpperCase() })}
      />
      <TextInput
        label="Day, in UTC"
        type="date"
        value={rate.day}
        error={problem('day')}
        onChange={(event) => onChange({ day: event.currentTarget.value })}
      />
      <TextInput
        label="One unit in USD"
        inputMode="decimal"
        value={rate.usd}
        error={problem('usd')}
        onChange={(event) => onChange({ usd: event.currentTarget.value })}
      />
    </div>
  )
}

interface ManyRatesProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly problems: Trial['problems']
}

const problemsShown = 20

function ManyRates({ text, onChange, problems }: ManyRatesProps) {
  return (
    <>
      <Textarea
        label="Rates, one a line"
        description="Currency, day and the USD that one unit is worth: EUR, 2026-11-20, 1.0875"
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {problems.length > 0 && (
        <ul className="error-text sm" role="alert">
          {problems.slice(0, problemsShown).map(({ line, field, message }) => (
            <li key={`${line} ${field} ${message}`}>
              Line {lineOf(text, line)}: {field ?? 'it'} {message}.
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The lines that say something: a head such as `currency,day,usd` says nothing. */
function linesOf(text: string): readonly { readonly number: number; readonly cells: readonly string[] }[] {
  return text
    .split('\n')
    .map((line, index) => ({ number: index + 1, cells: line.split(/[,;\t]/).map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== '') && cells[0]?.toLowerCase() !== 'currency')
}

function ratesOf(text: string): readonly Given[] {
  return linesOf(text).map(({ cells: [currency = '', day = '', usd = ''] }) => ({ currency, day, usd }))
}

/** Where one of them stands in what was pasted. */
function lineOf(text: string, row: number): number {
  return linesOf(text)[row - 1]?.number ?? row
}
