import type { PlainSettings, Settings } from '@quoin/core/settings/setting.ts'

/** The standard values of the settings that stand by their names: a sample needs no change when a setting is added. */
export function standardSettings<Table extends Settings>(table: Table): PlainSettings<Table> {
  const plain = Object.entries(table).filter(([, row]) => row.of === undefined)
  return Object.fromEntries(plain.map(([name, row]) => [name, row.standard])) as PlainSettings<Table> // the same rows
}
