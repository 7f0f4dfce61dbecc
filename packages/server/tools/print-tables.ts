import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { tables } from '@quoin/core/retention/tables.ts'
import type { Kept } from '@quoin/core/retention/tables/table-facts.ts'
import { settingRows } from '../src/settings/setting-rows.ts'

/** The table of all tables, as docs/tables.md has it. */
export function printTables(): string {
  const rows = Object.entries(tables)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { purpose, bound, kept, isUnlogged }]) => {
      const note = isUnlogged ? ' Unlogged: empty after a crash of the database.' : ''
      return `| \`${name}\` | ${purpose}${note} | ${bound} | ${tellKept(kept)} |`
    })
  return ['| Table | Purpose | Bound | Kept |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function tellKept(kept: Kept): string {
  switch (kept.kind) {
    case 'always':
      return 'always'
    case 'present':
      return 'while it is in force'
    case 'days':
      return `${kept.days} days`
    case 'folded':
      return `always; by the day after ${keptDays.statisticsByQuarter} days`
    case 'setting':
      return tellSetting(kept)
  }
}

function tellSetting({ variable, more }: Extract<Kept, { kind: 'setting' }>): string {
  const row = Object.values(settingRows).find((one) => one.variable === variable)
  if (row?.standard === undefined) throw new Error(`no setting ${variable} with a default`)
  const further = more === undefined ? '' : ` and ${more} days more`
  return `\`${variable}\` (${row.standard} days)${further}`
}
