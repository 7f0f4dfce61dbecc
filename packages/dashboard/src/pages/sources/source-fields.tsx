import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { formatMoney } from '../../format/format-money.ts'
import { sentenceOf } from '../../parts/feedback/field-problem.ts'
import { linkChoices, needsKey, pacesOf, type SourceDraft, standardPaceOf } from './source-draft.ts'
import { tellPace } from './source-words.ts'
import type { SourceKind } from './use-source-kinds.ts'

export interface SourceFieldsProps {
  readonly kind: SourceKind
  readonly draft: SourceDraft
  readonly onChange: (changed: Partial<SourceDraft>) => void
  /** The server's problem with a field, by its name: `settings.api_host`. */
  readonly problem: (field: string) => string | undefined
}

/** The account at the network: what its kind asks for, and the key. */
export function AccountFields(props: SourceFieldsProps & { readonly isKeyKept?: boolean }) {
  const { kind, draft, onChange, problem, isKeyKept = false } = props
  const isKeyNeeded = needsKey(kind, draft)
  return (
    <>
      {kind.settings
        .filter((setting) => isAskedFor(setting, draft))
        .map((setting) => (
          <SettingField
            key={setting.name}
            setting={setting}
            draft={draft}
            onChange={onChange}
            problem={problem}
          />
        ))}
      <PasswordInput
        className="source-wide"
        label={
          isKeyKept ? 'A new key of the API' : isKeyNeeded ? 'Key of the API' : 'Key of the API (optional)'
        }
        description={
          isKeyKept
            ? 'Leave it empty to keep the one that is sealed.'
            : `${kind.key_about} It is sealed and never shown again.`
        }
        required={!isKeyKept && isKeyNeeded}
        // A browser that offers to keep it would show it to whoever sits there next.
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
        value={draft.key}
        error={sentenceOf(problem('key'))}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
      />
    </>
  )
}

type Setting = SourceKind['settings'][number]

/** Settings of pages are asked for where there are pages. */
function isAskedFor({ name }: Setting, { settings }: SourceDraft): boolean {
  const isOfPages = /^(?:page_|size_)/.test(name)
  return !isOfPages || !['', 'none'].includes(settings['paging'] ?? '')
}

interface SettingFieldProps extends Pick<SourceFieldsProps, 'draft' | 'onChange' | 'problem'> {
  readonly setting: Setting
}

function SettingField({ setting, draft, onChange, problem }: SettingFieldProps) {
  const { name, label, about, example, is_required: isRequired, choices } = setting
  const common = {
    label: isRequired ? label : `${label} (optional)`,
    description: about,
    required: isRequired,
    value: draft.settings[name] ?? '',
    error: sentenceOf(problem(`settings.${name}`)),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ settings: { ...draft.settings, [name]: value } }),
  }
  const [standard] = choices
  if (standard !== undefined)
    return <NativeSelect {...common} value={common.value || standard} data={choices.map(tellChoice)} />
  return (
    <TextInput
      {...common}
      // An address is long.
      className={name === 'url' ? 'source-wide' : ''}
      placeholder={`For example ${example}`}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

const choiceWords: Readonly<Record<string, string>> = {
  none: 'One answer has all',
  page_from_0: 'Numbered from 0',
  page_from_1: 'Numbered from 1',
  offset: 'By the records before',
}

function tellChoice(value: string) {
  return { value, label: choiceWords[value] ?? value }
}

/** The part that publishers earn, and the pace of the runs. */
export function TermsFields({ kind, draft, onChange, problem }: SourceFieldsProps) {
  return (
    <>
      <TextInput
        label="Publishers earn, in percent"
        description={tellEarned(draft.payoutPercent)}
        required
        inputMode="decimal"
        value={draft.payoutPercent}
        error={sentenceOf(problem('payoutPercent'))}
        onChange={(event) => onChange({ payoutPercent: event.currentTarget.value })}
      />
      <NativeSelect
        label="How often it is asked"
        description={`${kind.title} may be asked ${tellPace(kind.every_sec_min)}, and not more often.`}
        value={draft.everySec === '' ? standardPaceOf(kind) : draft.everySec}
        data={pacesOf(kind, draft.everySec)}
        error={sentenceOf(problem('everySec'))}
        onChange={(event) => onChange({ everySec: event.currentTarget.value })}
      />
    </>
  )
}

/** How many links are followed in a day. */
export function LinkFields({ draft, onChange, problem }: SourceFieldsProps) {
  return (
    <NativeSelect
      label="Links that are looked at"
      description="They are followed as a user would be sent, spread over the day. The networks see these visits."
      value={draft.linkCheckDaily}
      data={linkChoices(draft.linkCheckDaily)}
      error={sentenceOf(problem('linkCheckDaily'))}
      onChange={(event) => onChange({ linkCheckDaily: event.currentTarget.value })}
    />
  )
}

/** `Of $10.00 that the network pays, a publisher earns $7.00.` */
function tellEarned(percent: string): string {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(percent.trim()) || Number(percent) > 100)
    return 'The part of what the network pays.'
  const earned = formatMoney((Number(percent) / 10).toFixed(3), { currency: 'USD', placesMax: 3 })
  return `Of ${formatMoney('10', { currency: 'USD' })} that the network pays, a publisher earns ${earned}.`
}
