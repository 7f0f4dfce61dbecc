import { Checkbox } from '@mantine/core'
import { formatMany } from '../../../format/format-number.ts'
import { ImportCause } from './import-cause.tsx'
import { type Accepted, type Group, isKind, type Kind, type Trial } from './repair-state.ts'

interface ImportCausesProps {
  readonly trial: Trial
  readonly accepted: Accepted
  readonly onChange: (accepted: Accepted) => void
}

/** Everything that is wrong with rows, by cause: questions first, then repairs, then what stays out. */
export function ImportCauses({ trial, accepted, onChange }: ImportCausesProps) {
  const { rows, groups } = trial
  const all = rows.repaired + rows.asks + rows.offered + rows.out
  if (all === 0) return null
  const mended = groups.filter(({ cause }) => cause === 'unclear' || isKind(cause))
  const left = groups.filter((group) => !mended.includes(group))
  return (
    <section className="card" aria-labelledby="causes">
      <div className="card-head wrap">
        <h2 id="causes" className="grow">
          {formatMany(all, 'row')} {all === 1 ? 'needs' : 'need'} a repair
        </h2>
        <span className="muted xs">each row is counted once</span>
      </div>
      {mended.length > 0 && (
        <div className="import-head">
          <AllRepairs groups={mended} accepted={accepted} onChange={onChange} />
        </div>
      )}
      {mended.map((group) => (
        <ImportCause key={keyOf(group)} group={group} trial={trial} accepted={accepted} onChange={onChange} />
      ))}
      {left.length > 0 && (
        <div className="import-head">
          They stay out · {formatMany(rows.out, 'row')} in {formatMany(left.length, 'cause')}
        </div>
      )}
      {left.map((group) => (
        <ImportCause key={keyOf(group)} group={group} trial={trial} accepted={accepted} onChange={onChange} />
      ))}
    </section>
  )
}

function keyOf({ cause, field, message }: Group): string {
  return `${cause} ${field} ${message}`
}

interface AllRepairsProps extends Pick<ImportCausesProps, 'accepted' | 'onChange'> {
  readonly groups: readonly Group[]
}

function AllRepairs({ groups, accepted, onChange }: AllRepairsProps) {
  const kinds = groups.flatMap(({ cause }): Kind[] => (isKind(cause) ? [cause] : []))
  const on = kinds.filter((kind) => accepted.repairs.includes(kind)).length
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  const others = accepted.repairs.filter((kind) => !kinds.includes(kind))
  const label = `We can repair them · ${formatMany(rows, 'row')} in ${formatMany(groups.length, 'cause')}`
  if (kinds.length === 0) return <span>{label}</span>
  return (
    <Checkbox
      label={label}
      checked={on === kinds.length}
      indeterminate={on > 0 && on < kinds.length}
      onChange={(event) =>
        onChange({ ...accepted, repairs: event.currentTarget.checked ? [...others, ...kinds] : others })
      }
    />
  )
}
