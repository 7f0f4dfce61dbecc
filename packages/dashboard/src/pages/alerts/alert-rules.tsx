import { NumberInput, Switch } from '@mantine/core'
import { useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Loading } from '../../parts/feedback/loading.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'

type Rule = RowOf<'listAlertRules'>

/** Each rule as a sentence with its number in it, and whether it is sent. */
export function AlertRules() {
  const { data, error, refetch } = useOperation('listAlertRules', {})
  if (!data && !error) return <Loading what="the rules" />
  return (
    <section className="card">
      {error && !data && (
        <Failure what="The rules could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      <ul className="rules">
        {data?.map((rule) => (
          <RuleRow key={rule.rule} rule={rule} />
        ))}
      </ul>
    </section>
  )
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const mayChange = useMayAct('operator')
  const { on, title, description, threshold } = rule
  const [value, setValue] = useState<number | string>(threshold?.value ?? '')
  const change = useChange('changeAlertRule')
  const save = (body: { on?: boolean; threshold?: number }) =>
    change.mutate({ path: { rule: rule.rule }, body }, { onSuccess: () => toast(`“${title}” is changed.`) })
  const [before, after] = description.split('{threshold}')
  const saveNumber = () => {
    const next = Number(value)
    if (threshold !== null && Number.isInteger(next) && next !== threshold.value) save({ threshold: next })
  }
  return (
    <li>
      <Switch
        aria-label={`Send “${title}”`}
        checked={on}
        disabled={!mayChange || change.isPending}
        onChange={(event) => save({ on: event.currentTarget.checked })}
      />
      <div className="grow">
        <h3>{title}</h3>
        <p className="sm muted rule-text">
          {before}
          {threshold !== null && (
            <NumberInput
              aria-label={`${title}: where it begins`}
              className="rule-number"
              size="xs"
              min={threshold.min}
              max={threshold.max}
              value={value}
              disabled={!mayChange}
              onChange={setValue}
              onBlur={saveNumber}
              onKeyDown={(event) => event.key === 'Enter' && saveNumber()}
            />
          )}
          {after}
        </p>
        {change.error !== null && <Failure what="It was not changed" error={change.error} />}
      </div>
    </li>
  )
}
