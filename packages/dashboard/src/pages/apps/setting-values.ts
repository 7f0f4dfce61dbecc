import type { App, SettingField } from './setting-fields.ts'

/** A setting as it is filled in. */
export function textOf(field: SettingField, app: App): string {
  const value = field.of(app)
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return value.join('\n')
  return field.kind === 'share' ? String(Number((Number(value) * 100).toFixed(4))) : String(value)
}

/** A setting as it is sent; the server says what is wrong with it. */
export function sentValueOf({ kind }: SettingField, text: string): unknown {
  const given = text.trim()
  switch (kind) {
    case 'text':
    case 'choice':
    case 'amount':
      return given
    case 'optionalText':
      return given === '' ? null : given
    case 'number':
    case 'optionalNumber':
      return given === '' ? null : Number(given)
    case 'share':
      return given === '' ? null : Number((Number(given) / 100).toFixed(6))
    case 'flag':
      return given === 'yes'
    case 'lines':
      return given === '' ? [] : given.split(/\s+/)
    default:
      return kind satisfies never
  }
}

/** A setting as the bar of changes tells it. */
export function shownOf({ options, placeholder = 'none' }: SettingField, text: string): string {
  if (text === '') return placeholder.toLowerCase()
  return options?.find(({ value }) => value === text)?.label ?? text.replaceAll('\n', ', ')
}
