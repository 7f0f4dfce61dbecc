import { useContext, useRef } from 'react'
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { Icon } from '../../../parts/value/icon.tsx'
import { sentenceOf } from '../../../parts/feedback/field-problem.ts'
import { FormPart, type OfferFields } from './form-parts.tsx'
import { firstRows } from './prices/draft-prices.ts'
import { newPrice } from './prices/price-rows.ts'
import { PaidIn } from './paid-in.ts'
import { PriceTable } from './prices/price-table.tsx'
import { RestOfWorld } from './prices/rest-of-world.tsx'
import { type GoalDraft, goalFlags, goalTexts, newGoal, renameGoal } from './goal-rows.ts'

const goalsMax = 50

/** The paid events of an offer, in their order. */
export function GoalsPart({ draft, onChange, problem }: OfferFields) {
  const { goals } = draft
  const set = (next: readonly GoalDraft[]) => onChange({ goals: next })
  const change = (at: number, changed: Partial<GoalDraft>) =>
    set(goals.map((goal, index) => (index === at ? { ...goal, ...changed } : noOther(goal, changed))))
  const swap = (at: number, step: -1 | 1) =>
    set(
      goals.map((goal, index) => goals[index === at ? at + step : index === at + step ? at : index] ?? goal),
    )
  const list = useRef<HTMLOListElement>(null)
  const add = () => {
    set([...goals, newGoal()])
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('input')?.focus())
  }
  const whole = problem('goals')
  const firsts = firstRows(goals)
  return (
    <FormPart
      title="Goals"
      id="offer-goals"
      isWide
      actions={
        goals.length < goalsMax && (
          <Button leftSection={<Icon name="plus" />} onClick={add}>
            Add a goal
          </Button>
        )
      }
    >
      {goals.length === 0 ? (
        <p className="sm muted">
          This offer is one event. With goals it has several, each with its own payout. Users see them as
          steps.
        </p>
      ) : (
        <ol className="goal-forms" ref={list}>
          {goals.map((goal, at) => (
            <GoalForm
              key={goal.key}
              goal={goal}
              number={at + 1}
              count={goals.length}
              first={firsts[at] ?? 1}
              problem={problem}
              onChange={(changed) => change(at, changed)}
              onMove={(step) => swap(at, step)}
              onRemove={() => set(goals.filter((_goal, index) => index !== at))}
            />
          ))}
        </ol>
      )}
      {whole && (
        <p className="error-text sm" role="alert">
          The list of goals {whole}.
        </p>
      )}
      {goals.length > 0 && (
        <p className="sm muted">
          A report names its goal by the key, or by the id at the network. A deadline is a time such as 30m,
          24h or 7d after the click. A goal that is taken away is not shown any more; reports of it still
          count.
        </p>
      )}
    </FormPart>
  )
}

/** One goal at most is the one that a report without a name is about. */
function noOther(goal: GoalDraft, changed: Partial<GoalDraft>): GoalDraft {
  return changed.default === true ? { ...goal, default: false } : goal
}

interface GoalFormProps extends Pick<OfferFields, 'problem'> {
  readonly goal: GoalDraft
  readonly number: number
  readonly count: number
  /** The number of its first price. */
  readonly first: number
  readonly onChange: (changed: Partial<GoalDraft>) => void
  readonly onMove: (step: -1 | 1) => void
  readonly onRemove: () => void
}

function GoalForm({ goal, number, count, first, problem, onChange, onMove, onRemove }: GoalFormProps) {
  const path = `goals.${number}`
  const whole = problem(path)
  const hasPrices = goal.prices.length > 0
  const { payout, payoutShare, revenue } = goal
  const wrong = problem(`${path}.prices`)
  const texts = (isOf: (name: GoalText) => boolean) => (
    <GoalTexts {...{ goal, path, problem, onChange, isOf, hasPrices }} />
  )
  return (
    <li aria-label={`Goal ${number}`}>
      <div className="goal-fields">{texts((name) => !hasPrices || !isAmount(name))}</div>
      <PriceTable
        prices={goal.prices}
        rest={{ payout, payoutShare, revenue }}
        first={first}
        name={`Prices of goal ${number}`}
        problem={(field) => problem(`${path}.prices.${field}`)}
        onChange={(prices, rest) => onChange({ prices, ...rest })}
      />
      {wrong && <p className="error-text sm">The prices of it: {wrong}.</p>}
      <RestOfWorld
        hasPrices={hasPrices}
        rest={{ payout, payoutShare, revenue }}
        number={first + goal.prices.length}
        noun="goal"
        onChange={onChange}
      >
        {hasPrices && <div className="offer-four">{texts(isAmount)}</div>}
      </RestOfWorld>
      <div className="row wrap">
        <div className="row wrap">
          {goalFlags.map(({ name, label }) => (
            <Checkbox
              key={name}
              label={label}
              checked={goal[name]}
              onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
            />
          ))}
          {!hasPrices && (
            <Button
              size="xs"
              leftSection={<Icon name="plus" />}
              aria-label={`Add a price by country to goal ${number}`}
              onClick={() => onChange({ prices: [newPrice()] })}
            >
              Add a price by country
            </Button>
          )}
        </div>
        <ActionIcon aria-label={`Move goal ${number} up`} disabled={number === 1} onClick={() => onMove(-1)}>
          <Icon name="up" />
        </ActionIcon>
        <ActionIcon
          aria-label={`Move goal ${number} down`}
          disabled={number === count}
          onClick={() => onMove(1)}
        >
          <Icon name="down" />
        </ActionIcon>
        <ActionIcon aria-label={`Take goal ${number} away`} onClick={onRemove}>
          <Icon name="cross" />
        </ActionIcon>
      </div>
      {whole && <p className="error-text sm">{sentenceOf(whole)}</p>}
    </li>
  )
}

type GoalText = (typeof goalTexts)[number]['name']

/** The amounts that prices stand beside. */
function isAmount(name: GoalText): boolean {
  return name === 'payout' || name === 'revenue' || name === 'payoutShare'
}

interface GoalTextsProps extends Pick<GoalFormProps, 'goal' | 'problem' | 'onChange'> {
  readonly path: string
  readonly isOf: (name: GoalText) => boolean
  readonly hasPrices: boolean
}

function GoalTexts({ goal, path, problem, onChange, isOf, hasPrices }: GoalTextsProps) {
  const currency = useContext(PaidIn)
  return goalTexts
    .filter(({ name }) => isOf(name))
    .map(({ name, label, kind, isRequired = false }) => (
      <TextInput
        key={name}
        className={`goal-${name}`}
        label={name === 'revenue' ? label.replace('USD', currency) : label}
        withAsterisk={isRequired && !(hasPrices && isAmount(name))}
        value={goal[name]}
        error={sentenceOf(problem(`${path}.${name}`))}
        {...(kind === 'amount' ? { inputMode: 'decimal' as const } : {})}
        onChange={({ currentTarget: { value } }) =>
          onChange(name === 'name' ? renameGoal(goal, value) : { [name]: value })
        }
      />
    ))
}
