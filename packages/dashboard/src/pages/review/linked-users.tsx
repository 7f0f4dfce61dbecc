import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMany } from '../../format/format-number.ts'
import { usePhone } from '../../parts/layout/use-phone.ts'
import { Moment } from '../../parts/value/moment.tsx'
import type { Evidence } from './review-words.ts'
import { LinkGraph } from './link-graph.tsx'
import { outcomeOf } from './link-outcome.ts'

type Links = Evidence['links']

/** Users who share devices with the user: as a graph, and as a table, which is all there is on a phone. */
export function LinkedUsers({ links, userId }: { readonly links: Links; readonly userId: string }) {
  const isPhone = usePhone()
  const [isTable, setTable] = useState(false)
  const { users, devices, bounded } = links
  return (
    <section className="case-part" aria-label="Who is linked">
      <div className="row">
        <h3 className="grow">Who is linked</h3>
        <span className="xs muted">
          {formatMany(users.length, 'other user')}, {formatMany(devices.length, 'device')}
          {bounded && '; there are more'}
        </span>
        {users.length > 0 && !isPhone && (
          <Button size="xs" variant="subtle" onClick={() => setTable(!isTable)}>
            {isTable ? 'As a graph' : 'As a table'}
          </Button>
        )}
      </div>
      {users.length === 0 ? (
        <p className="sm muted">Nobody else was seen on a device of this user.</p>
      ) : isTable || isPhone ? (
        <LinkTable links={links} />
      ) : (
        <LinkGraph links={links} userId={userId} />
      )}
    </section>
  )
}

function LinkTable({ links }: { readonly links: Links }) {
  return (
    <ul className="link-list">
      {links.users.map((user) => {
        const { word, tone } = outcomeOf(user)
        return (
          <li key={user.key} className="sm">
            <span className={`link-dot ${tone}`} aria-hidden="true" />
            <span className="grow">
              {user.user_id === null ? (
                <span className="muted">unknown ({user.key})</span>
              ) : (
                <Link to="/ops/review" search={{ user: user.user_id }}>
                  <bdi>{user.user_id}</bdi>
                </Link>
              )}
              <span className="muted">
                {' '}
                · {word}
                {user.same_subnet && ' · same subnet'}
              </span>
            </span>
            <Moment at={user.last_seen_at} />
          </li>
        )
      })}
    </ul>
  )
}
