import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatCount } from '../../format/format-number.ts'
import { explainMoment } from '../../format/format-time.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Loading } from '../../parts/feedback/loading.tsx'
import { Icon, type IconName } from '../../parts/value/icon.tsx'
import { ChangeDetails } from './change-details.tsx'
import { type Change, Pieces } from './pieces.tsx'

export type ChangeGroup = RowOf<'listAuditGroups'>
type Query = Readonly<Record<string, string | number>>

const groupIcons: Readonly<Record<Change['group'], IconName>> = {
  money: 'money',
  offers: 'tag',
  review: 'shield',
  publishers: 'publisher',
  networks: 'network',
  callbacks: 'callback',
  lists: 'list',
  access: 'key',
  platform: 'settings',
}

const actorIcons: Readonly<Record<Change['who']['kind'], IconName>> = {
  person: 'user',
  program: 'key',
  command: 'server',
  quoin: 'quoin',
}

interface RowProps {
  readonly change: Change
  /** The word for its kind. */
  readonly kindOf: (group: Change['group']) => string
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Several in one go: how many, and the filters by which they are found. */
  readonly several?: { readonly group: ChangeGroup; readonly query: Query } | undefined
}

/** One change as a sentence; a press on it shows what there is behind. */
export function ChangeRow({ change, kindOf, isOpen, onToggle, several }: RowProps) {
  const time = formatMinute(change.at)
  const press = (event: MouseEvent) => {
    const isOther = (event.target as HTMLElement).closest('a, button, input, .audit-details, .audit-members') // a press is on an element
    if (isOther === null && getSelection()?.toString() === '') onToggle()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the button of the row
    <li className={isOpen ? 'audit-change is-open' : 'audit-change'} onClick={press}>
      <div className="audit-row">
        <time
          className="audit-time num"
          dateTime={new Date(change.at * 1000).toISOString()}
          title={explainMoment(change.at)}
        >
          {time}
        </time>
        <Who who={change.who} />
        <div className="audit-text">
          <p>
            <Actor who={change.who} /> <Pieces of={change.sentence} />
          </p>
          <SecondLine change={change} several={several?.group} />
        </div>
        <span className="audit-kind">
          <Icon name={groupIcons[change.group]} size={13} />
          {kindOf(change.group)}
          <span className="audit-kind-time num">· {time}</span>
        </span>
        <button
          type="button"
          className="audit-open"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} the change of ${time}`}
          onClick={onToggle}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={14} />
        </button>
      </div>
      {isOpen && (several ? <Members {...several} kindOf={kindOf} /> : <ChangeDetails change={change} />)}
    </li>
  )
}

function Who({ who: { kind, initials, publisher, name } }: { readonly who: Change['who'] }) {
  if (initials === null)
    return (
      <span className="audit-who is-machine" aria-hidden="true">
        <Icon name={actorIcons[kind]} size={13} />
      </span>
    )
  const shade = publisher
    ? 'of-publisher'
    : `shade-${[...name].reduce((sum, letter) => sum + letter.length, 0) % 3}`
  return (
    <span className={`audit-who ${shade}`} aria-hidden="true">
      {initials}
    </span>
  )
}

function Actor({ who: { name, publisher } }: { readonly who: Change['who'] }) {
  return (
    <>
      <b>
        <bdi>{name}</bdi>
      </b>
      {publisher && (
        <>
          {' of '}
          {publisher.link === null ? (
            <bdi>{publisher.name}</bdi>
          ) : (
            <Link to={publisher.link}>
              <bdi>{publisher.name}</bdi>
            </Link>
          )}
        </>
      )}
    </>
  )
}

function SecondLine({
  change,
  several,
}: {
  readonly change: Change
  readonly several: ChangeGroup | undefined
}) {
  if (several !== undefined)
    return (
      <p className="audit-more">
        {formatCount(several.count)} changes, {tellSpanOf(several)}
      </p>
    )
  if (change.reason === null && change.more.length === 0) return null
  return (
    <p className="audit-more">
      {change.reason !== null && <bdi>“{change.reason}”</bdi>} <Pieces of={change.more} />
    </p>
  )
}

const membersAtOnce = 20

function Members({ group, query, kindOf }: { group: ChangeGroup; query: Query } & Pick<RowProps, 'kindOf'>) {
  const [open, setOpen] = useState('')
  const { rows, error, more, onRetry } = usePages('listAudit', {
    query: {
      ...query,
      actors: undefined,
      kinds: undefined,
      actor: group.actor,
      action: group.action,
      firstId: group.first_id,
      lastId: group.id,
      limit: membersAtOnce,
    },
  })
  if (rows === undefined && error)
    return <Failure what="The changes could not be read" error={error} onRetry={onRetry} />
  if (rows === undefined) return <Loading what="the changes" isInCard />
  return (
    <div className="audit-members">
      <ul>
        {rows.map((change) => (
          <ChangeRow
            key={change.id}
            change={change}
            kindOf={kindOf}
            isOpen={open === change.id}
            onToggle={() => setOpen(open === change.id ? '' : change.id)}
          />
        ))}
      </ul>
      {more && (
        <div className="audit-end">
          <Button size="xs" onClick={() => more.load()} loading={more.isLoading}>
            Show more
          </Button>
          <span className="faint xs">{more.left}</span>
        </div>
      )}
    </div>
  )
}

/** "14:18 to 14:40" */
function tellSpanOf({ first_at: first, at }: ChangeGroup): string {
  const [start, end] = [formatMinute(first), formatMinute(at)]
  return start === end ? `at ${end}` : `${start} to ${end}`
}

/** 16:47 */
function formatMinute(atSec: number): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    atSec * 1000,
  )
}
