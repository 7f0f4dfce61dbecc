import type { SettingRow } from './setting-row.ts'
import { settingRows } from './setting-rows.ts'

/** The docs' table of settings, in Markdown. */
export function printSettings(): string {
  const rows = Object.values<SettingRow<unknown>>(settingRows).map(({ variable, standard, doc }) => {
    const shown = standard === undefined || standard === '' ? '–' : `\`${standard}\``
    return `| \`${variable}\` | ${shown} | ${doc} |`
  })
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n')
}
