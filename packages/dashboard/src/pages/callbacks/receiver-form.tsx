import { Checkbox, Fieldset, Input, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { retryDelaysMs } from '@quoin/core/callbacks/schedule.ts'
import type { DataOf } from '../../api/operation-types.ts'
import { problemIn } from '../../parts/feedback/field-problem.ts'
import { eventWords, inOrder, newReceiver, offerWords, type ReceiverDraft } from './receiver-draft.ts'

interface ReceiverFormProps {
  readonly draft: ReceiverDraft
  readonly onChange: (changed: Partial<ReceiverDraft>) => void
  readonly error: unknown
  readonly formats: DataOf<'listCallbackFormats'>
  /** The address that it has, without secrets; none is there yet where it is left out. */
  readonly address?: string
}

const modes = [
  { value: 'live', label: 'Live conversions' },
  { value: 'test', label: 'Test conversions' },
  { value: 'both', label: 'Both' },
]

/** Where and how a receiver is called. */
export function ReceiverForm({ draft, onChange, error, formats, address }: ReceiverFormProps) {
  const problem = (field: string) => problemIn(error, field)
  return (
    <>
      <FormatChoice {...{ draft, onChange, formats, problem }} />
      <TextInput
        label="Address"
        description={
          draft.format === 'native' ? undefined : 'You may use macros, such as {user_id} and {reward}.'
        }
        required={address === undefined}
        value={draft.url}
        error={problem('url')}
        placeholder={address ?? 'https://games.example/callback'}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      {draft.format === 'template' && <Parameters {...{ draft, onChange, problem }} />}
      <NativeSelect
        label="Told of"
        value={draft.mode}
        data={modes}
        onChange={(event) => onChange({ mode: event.currentTarget.value })}
      />
      <Events {...{ draft, onChange, formats }} problem={problem('events')} />
      <SuccessRule {...{ draft, onChange, problem }} />
      {draft.format !== 'native' && <ClassicFields {...{ draft, onChange, problem }} />}
    </>
  )
}

/** The events that it hears of: every step of conversions at first, and no change of offers. */
function Events({
  draft,
  onChange,
  formats,
  problem,
}: Pick<ReceiverFormProps, 'draft' | 'onChange' | 'formats'> & { readonly problem: string | undefined }) {
  const sayable = formats.find(({ name }) => name === draft.format)?.events ?? []
  const conversions = inOrder(sayable)
  const offers = Object.keys(offerWords).filter((one) => sayable.includes(one))
  const chosen = draft.events.length === 0 ? conversions : draft.events
  const choose = (one: string, isChosen: boolean) =>
    onChange({ events: isChosen ? [...chosen, one] : chosen.filter((known) => known !== one) })
  const boxes = (events: readonly string[], words: Readonly<Record<string, string>>) => (
    <div className="receiver-events">
      {events.map((one) => (
        <Checkbox
          key={one}
          label={words[one]}
          checked={chosen.includes(one)}
          onChange={(event) => choose(one, event.currentTarget.checked)}
        />
      ))}
    </div>
  )
  return (
    <>
      <Fieldset variant="unstyled" legend="It hears of" className="receiver-hears">
        {boxes(conversions, eventWords)}
        {problem && <p className="error-text sm">{problem}</p>}
      </Fieldset>
      {offers.length > 0 && (
        <Fieldset variant="unstyled" legend="Offers it hears of" className="receiver-hears">
          <div className="stack">
            <p className="sm muted">
              For a copy of the catalogue. A callback names up to 100 offers; your server then asks for their
              changes.
            </p>
            {boxes(offers, offerWords)}
          </div>
        </Fieldset>
      )}
    </>
  )
}

type Kind = 'native' | 'dialect' | 'template'

function FormatChoice({
  draft,
  onChange,
  formats,
  problem,
}: ClassicFieldsProps & Pick<ReceiverFormProps, 'formats'>) {
  const dialects = formats.filter(({ name }) => name !== 'native' && name !== 'template')
  const kind: Kind = draft.format === 'native' || draft.format === 'template' ? draft.format : 'dialect'
  // Another format begins with its own habits.
  const { name: _name, url: _url, mode: _mode, ...habits } = newReceiver
  const choose = (format: string) => onChange({ ...habits, format })
  return (
    <>
      <Input.Wrapper label="Format" error={problem('format')}>
        <SegmentedControl
          fullWidth
          data={[
            { value: 'native', label: 'Native' },
            { value: 'dialect', label: 'Dialect' },
            { value: 'template', label: 'Own template' },
          ]}
          value={kind}
          onChange={(next) => choose(next === 'dialect' ? (dialects[0]?.name ?? 'template') : next)}
        />
      </Input.Wrapper>
      {kind === 'dialect' && (
        <NativeSelect
          label="Dialect"
          description="Calls look like those of a wall that your server knows already."
          value={draft.format}
          data={dialects.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
    </>
  )
}

function Parameters({ draft, onChange, problem }: ClassicFieldsProps) {
  return (
    <Text
      name="parameters"
      label="Parameters"
      help="Names and macros, such as u={user_id}&r={reward}"
      {...{ draft, onChange, problem }}
    />
  )
}

/** When an answer means that the receiver has it. */
function SuccessRule({ draft, onChange, problem }: ClassicFieldsProps) {
  const { okBody, failureBody } = draft
  return (
    <details open={problem('okBody') !== undefined || problem('failureBody') !== undefined}>
      <summary>
        Success is a 2xx answer
        {okBody !== '' && (
          <>
            {' '}
            whose body is like <code>{okBody}</code>
          </>
        )}
        {failureBody !== '' && (
          <>
            , and not like <code>{failureBody}</code>
          </>
        )}
      </summary>
      <div className="stack receiver-more">
        <p className="sm muted">
          Anything else is sent again, {retryDelaysMs.length + 1} times in three days. Patterns are parted by
          |, and * stands for anything.
        </p>
        <Text
          name="okBody"
          label="A body that says it has it"
          help="For example OK*|DUP*. Leave it empty to accept any body."
          {...{ draft, onChange, problem }}
        />
        <Text
          name="failureBody"
          label="A body that refuses"
          help="For example ERROR*|0. Such a callback waits for a person and is not sent again."
          {...{ draft, onChange, problem }}
        />
      </div>
    </details>
  )
}

interface ClassicFieldsProps extends Pick<ReceiverFormProps, 'draft' | 'onChange'> {
  readonly problem: (field: string) => string | undefined
}

const standard = { value: '', label: 'As the format has it' }

/** Fields that only receivers of classic callbacks ask for. */
function ClassicFields({ draft, onChange, problem }: ClassicFieldsProps) {
  return (
    <details>
      <summary>Method, signature, ids and reversals</summary>
      <div className="stack receiver-more">
        <NativeSelect
          label="Method"
          value={draft.method}
          error={problem('method')}
          data={[standard, 'GET', 'POST form', 'POST JSON']}
          onChange={(event) => onChange({ method: event.currentTarget.value })}
        />
        {draft.format !== 'template' && <Parameters {...{ draft, onChange, problem }} />}
        <Text
          name="signature"
          label="Signature"
          help="standard, none, or a scheme such as md5 {user_id}{secret} parameter:sig"
          {...{ draft, onChange, problem }}
        />
        <NativeSelect
          label="Ids of transactions"
          value={draft.transactionIds}
          data={[
            standard,
            { value: 'hex', label: '32 characters' },
            { value: 'uuid', label: '36 characters, with hyphens' },
          ]}
          onChange={(event) => onChange({ transactionIds: event.currentTarget.value })}
        />
        <NativeSelect
          label="A reversal has"
          value={draft.reversalStyle}
          data={[
            standard,
            { value: 'same_id', label: 'The same id' },
            { value: 'prefixed_id', label: 'The id with a prefix' },
            { value: 'new_id_with_reference', label: 'An id of its own, with a reference' },
          ]}
          onChange={(event) => onChange({ reversalStyle: event.currentTarget.value })}
        />
        <NativeSelect
          label="Amounts of a reversal"
          value={draft.amounts}
          data={[
            standard,
            { value: 'signed', label: 'Negative' },
            { value: 'absolute', label: 'Without a sign' },
          ]}
          onChange={(event) => onChange({ amounts: event.currentTarget.value })}
        />
      </div>
    </details>
  )
}

interface TextProps extends ClassicFieldsProps {
  readonly name: 'parameters' | 'signature' | 'okBody' | 'failureBody'
  readonly label: string
  readonly help: string
}

function Text({ name, label, help, draft, onChange, problem }: TextProps) {
  return (
    <TextInput
      label={label}
      description={help}
      value={draft[name]}
      error={problem(name)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
}
