import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { SearchField } from '../../parts/table/search-field.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { StatusOf } from '../../parts/value/status-chip.tsx'
import { groupFound } from './found-list.ts'
import './search-page.css'

/** The palette as a page: with an address, for a link that somebody sends. */
export function SearchPage() {
  const [{ text }, change] = useSearchState({ text: '' })
  const { data, error, refetch } = useOperation('search', { query: { text } }, { isOff: text === '' })
  const groups = text === '' ? [] : groupFound(data ?? [])
  return (
    <>
      <PageHeader title="Find">
        You can search for a user, the id of a click, conversion or postback, a transaction, a publisher, an
        app or its key, an offer or a network.
      </PageHeader>
      <div className="search-page-field">
        <SearchField label="Any id or name" value={text} onChange={(next) => change({ text: next })} />
      </div>
      {error && text !== '' && (
        <Failure what="The search did not answer" error={error} onRetry={() => refetch()} />
      )}
      {text === '' && (
        <EmptyState icon="search" title="Paste whatever you were given">
          A publisher quotes a click id, a network a transaction, a user their own id. All of them lead you to
          the same click.
        </EmptyState>
      )}
      {text !== '' && data?.length === 0 && (
        <EmptyState icon="search" title="Nothing has this id or name">
          To find a user or a transaction, enter the whole id. For a publisher, an app, an offer or a network
          a part of the name is enough.
        </EmptyState>
      )}
      <div className="stack">
        {groups.map(({ kind, title, icon, rows }) => (
          <section className="card" key={kind} aria-label={title}>
            <div className="card-head">
              <h2>{title}</h2>
            </div>
            <ul className="found-list">
              {rows.map((row) => (
                <li key={row.link + row.id}>
                  <Icon name={icon} />
                  <span className="grow">
                    <Link to={row.link} className="row-link">
                      <bdi>{row.title}</bdi>
                    </Link>{' '}
                    <span className="muted sm">{row.detail}</span>
                  </span>
                  {row.state && <StatusOf word={row.state} />}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
