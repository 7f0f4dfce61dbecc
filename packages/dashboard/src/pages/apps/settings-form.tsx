import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Input } from '../../api/operation-types.ts'
import { problemIn } from '../../parts/feedback/field-problem.ts'
import { useChange } from '../../api/use-change.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import type { App, SettingField } from './setting-fields.ts'
import { sentValueOf, shownOf, textOf } from './setting-values.ts'

type Draft = Readonly<Record<string, string>>

interface SettingsFormProps {
  readonly app: App
  readonly title: string
  readonly fields: readonly SettingField[]
  readonly mayChange: boolean
  /** A part beside the form, by the texts that are filled in. */
  readonly beside?: (textOf: (name: string) => string) => ReactNode
}

/** Settings of an app: what differs is listed before it is saved, and nothing else is sent. */
export function SettingsForm({ app, title, fields, mayChange, beside }: SettingsFormProps) {
  const [draft, setDraft] = useState<Draft>({})
  const update = useChange('updateApp', { renews: ['getApp', 'listApps', 'listAudit'] })
  const current = (field: SettingField) => draft[field.name] ?? textOf(field, app)
  const changed = fields.filter((field) => current(field).trim() !== textOf(field, app))
  const discard = () => {
    setDraft({})
    update.reset()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = Object.fromEntries(changed.map((field) => [field.name, sentValueOf(field, current(field))]))
    await update.mutateAsync({ path: { appId: app.id }, body: body as Input<'updateApp'>['body'] & object }) // the table has its names
    setDraft({})
    toast(`${app.name} is changed.`)
  }
  const named = (name: string) => fields.filter((field) => field.name === name).map(current)[0] ?? ''
  return (
    <div className="app-settings">
      <section className="card" aria-label={title}>
        <form className="stack" onSubmit={(event) => save(event).catch(() => {})}>
          {fields.map((field) => (
            <Setting
              key={field.name}
              field={field}
              text={current(field)}
              problem={problemIn(update.error, field.name)}
              isOff={!mayChange}
              onChange={(text) => setDraft({ ...draft, [field.name]: text })}
            />
          ))}
          {update.error !== null && <Failure what="Nothing was changed" error={update.error} />}
          {changed.length > 0 && (
            <div className="app-save">
              <ul className="sm" aria-label="What will change">
                {changed.map((field) => (
                  <li key={field.name}>
                    <span className="muted">{field.label}:</span> {shownOf(field, textOf(field, app))} →{' '}
                    {shownOf(field, current(field))}
                  </li>
                ))}
              </ul>
              <div className="row">
                <Button type="submit" variant="filled" loading={update.isPending}>
                  Save
                </Button>
                <Button onClick={discard}>Discard</Button>
              </div>
            </div>
          )}
        </form>
      </section>
      {beside?.(named)}
    </div>
  )
}

interface SettingProps {
  readonly field: SettingField
  readonly text: string
  readonly problem: string | undefined
  readonly isOff: boolean
  readonly onChange: (text: string) => void
}

function Setting({ field, text, problem, isOff, onChange }: SettingProps) {
  const { label, help, kind, options, placeholder } = field
  const common = { label, description: help, disabled: isOff, error: problem }
  if (kind === 'flag') {
    return (
      <Switch
        {...common}
        checked={text === 'yes'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : 'no')}
      />
    )
  }
  if (options !== undefined) {
    return (
      <NativeSelect
        {...common}
        value={text}
        data={[...options]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const input = {
    ...common,
    value: text,
    ...(placeholder === undefined ? {} : { placeholder }),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (kind === 'lines') return <Textarea {...input} autosize minRows={2} />
  const isNumber = kind !== 'text' && kind !== 'optionalText'
  return <TextInput {...input} required={kind === 'text'} {...(isNumber ? { inputMode: 'decimal' } : {})} />
}
