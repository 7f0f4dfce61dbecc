import { ActionIcon, Button, Checkbox, Popover, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { parseSearch, stringifySearch } from '../../frame/search-text.ts'
import { copyText } from '../../parts/feedback/copy-text.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import type { StatsState } from './stats-filters.tsx'

type View = RowOf<'listStatsViews'>

interface SavedViewsProps {
  readonly state: StatsState
  /** Its values where the address says nothing. */
  readonly standard: StatsState
  readonly change: (changed: Partial<StatsState>) => void
}

/** Views by their names: choose one, save the page as one, delete one, or copy its address. */
export function SavedViews({ state, standard, change }: SavedViewsProps) {
  const [isOpen, setOpen] = useState(false)
  const maySave = useMayAct('reviewer')
  const { data: views = [], error } = useOperation('listStatsViews', {})
  const search = searchOf(state, standard)
  const current = views.find(({ id }) => id === state['view'])
  const isChanged = current !== undefined && current.search !== search
  const choose = (view: View) => {
    setOpen(false)
    const nothing = Object.fromEntries(Object.keys(standard).map((name) => [name, '']))
    const known = Object.entries(parseSearch(view.search)).filter(([name]) => Object.hasOwn(standard, name))
    change({ ...nothing, ...Object.fromEntries(known), view: view.id })
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          leftSection={<Icon name="bookmark" />}
          rightSection={<Icon name="down" size={14} />}
          onClick={() => setOpen(!isOpen)}
          maw={260}
        >
          <bdi className="stats-view-name">
            {current === undefined ? 'Views' : `${current.name}${isChanged ? ', changed' : ''}`}
          </bdi>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="stats-views" aria-label="Views">
        {isOpen && (
          <>
            {error !== null && <Failure what="The views could not be loaded" error={error} />}
            <ViewGroup
              title="Mine"
              views={views.filter((view) => view.is_own)}
              current={current}
              onChoose={choose}
            />
            <ViewGroup
              title="Of the team"
              views={views.filter((view) => !view.is_own)}
              current={current}
              onChoose={choose}
            />
            {views.length === 0 && <p className="muted sm">No view is saved yet.</p>}
            {maySave && (
              <SaveView
                search={search}
                given={current?.is_own ? current : undefined}
                onSaved={(id) => {
                  setOpen(false)
                  change({ view: id })
                }}
              />
            )}
            <Button variant="subtle" onClick={() => void copyText(location.href, 'The address is copied.')}>
              Copy address
            </Button>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface ViewGroupProps {
  readonly title: string
  readonly views: readonly View[]
  readonly current: View | undefined
  readonly onChoose: (view: View) => void
}

function ViewGroup({ title, views, current, onChoose }: ViewGroupProps) {
  const mayDelete = useMayAct('reviewer')
  const remove = useChange('deleteStatsView', { renews: ['listStatsViews'] })
  const [asked, setAsked] = useState<string>()
  if (views.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="muted xs">{title}</h3>
      <ul>
        {views.map((view) => (
          <li key={view.id} className="stats-view">
            <button
              type="button"
              className="stats-view-choose"
              aria-current={view.id === current?.id || undefined}
              onClick={() => onChoose(view)}
            >
              <b>
                <bdi>{view.name}</bdi>
              </b>
              <small className="muted">
                {view.is_own ? view.is_shared ? 'for the team' : 'for you' : <bdi>{view.maker}</bdi>}
              </small>
            </button>
            {!mayDelete ? null : asked === view.id ? (
              <Button
                size="xs"
                color="danger"
                variant="outline"
                loading={remove.isPending}
                onClick={() => remove.mutate({ path: { viewId: view.id } })}
              >
                Delete it
              </Button>
            ) : (
              <ActionIcon aria-label={`Delete ${view.name}`} onClick={() => setAsked(view.id)}>
                <Icon name="cross" size={14} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {remove.error !== null && <Failure what="The view was not deleted" error={remove.error} />}
    </section>
  )
}

interface SaveViewProps {
  readonly search: string
  /** One's own that is shown: saving it again keeps its name. */
  readonly given: View | undefined
  readonly onSaved: (id: string) => void
}

function SaveView({ search, given, onSaved }: SaveViewProps) {
  const save = useChange('saveStatsView', { renews: ['listStatsViews'] })
  const [name, setName] = useState(given?.name ?? '')
  const [isShared, setShared] = useState(given?.is_shared ?? false)
  return (
    <form
      className="stats-view-form"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(
          { body: { name: name.trim(), search, isShared } },
          { onSuccess: ({ data }) => onSaved(data.id) },
        )
      }}
    >
      <TextInput
        label="Save as"
        maxLength={60}
        placeholder="Losing sub ids"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        label="For the whole team"
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      {save.error !== null && <Failure what="The view was not saved" error={save.error} />}
      <div className="row">
        <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** The part of the address that a view keeps. */
function searchOf(state: StatsState, standard: StatsState): string {
  const own = Object.entries(state).filter(([name, value]) => name !== 'view' && value !== standard[name])
  return stringifySearch(Object.fromEntries(own.toSorted(([a], [b]) => (a < b ? -1 : 1)))).slice(1)
}
