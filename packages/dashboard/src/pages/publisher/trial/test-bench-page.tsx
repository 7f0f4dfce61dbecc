import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { placeOf, useHere } from '../../../frame/publisher/use-here.ts'
import { useManaged, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { useReward } from '../../../frame/publisher/use-reward.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { ShortId } from '../../../parts/value/short-id.tsx'
import { StatusOf } from '../../../parts/value/status-chip.tsx'
import { EndpointState } from '../../callbacks/endpoint-state.tsx'
import { FollowLinks } from '../start/follow-links.tsx'
import { testUser, useListRun } from '../start/use-list-run.ts'
import '../start/test-rows.css'
import './test-bench-page.css'

/** Everything that one tests with, at one place: credentials, offers, callbacks, and what came of it. */
export function TestBenchPage() {
  const here = useHere()
  return (
    <>
      <PageHeader title="Test bench">
        List, follow, convert, be told: the whole way as a user of yours goes it, without money.
      </PageHeader>
      {here.mode === 'live' ? (
        <section className="card">
          <EmptyState
            icon="flask"
            title="You are among live data"
            action={
              <Link to={placeOf(here, 'try', here.appId)} search={{ mode: 'test' }}>
                Show test data
              </Link>
            }
          >
            The test bench works on test data alone.
          </EmptyState>
        </section>
      ) : (
        <div className="test-bench">
          <div className="stack">
            <TestOffers />
            <TestConversions />
          </div>
          <div className="stack">
            <TestCredentials />
            <TestCallbacks />
          </div>
        </div>
      )}
    </>
  )
}

/** Offers that a user would see, with the links that they would follow. */
function TestOffers() {
  const mayRun = useMayManage('developer')
  const [user, setUser] = useState(testUser)
  const { run, answer, isRunning, error } = useListRun()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(user.trim())
  }
  return (
    <section className="card" aria-labelledby="bench-offers">
      <div className="card-head">
        <h2 id="bench-offers" className="grow">
          Test offers
        </h2>
        {answer && (
          <a
            href={`/wall?${new URLSearchParams({ session: answer.token })}`}
            target="_blank"
            rel="noreferrer"
          >
            Open the wall
          </a>
        )}
      </div>
      <div className="card-body stack">
        {mayRun ? (
          <form className="row bench-user" onSubmit={submit}>
            <TextInput
              aria-label="User"
              value={user}
              maxLength={255}
              onChange={(event) => setUser(event.currentTarget.value)}
            />
            <Button type="submit" variant="filled" loading={isRunning} disabled={user.trim() === ''}>
              List as this user
            </Button>
          </form>
        ) : (
          <p className="sm muted">A developer or owner can list and follow offers here.</p>
        )}
        {error !== undefined && <Failure what="Nothing was listed" error={error} />}
        {answer && <FollowLinks links={answer.links} />}
        {answer && (
          <p className="xs muted">
            A link leads to a page with a button for each status; what it reports comes below, and to your
            callbacks.
          </p>
        )}
      </div>
    </section>
  )
}

const askEveryMs = 4_000
const shownMax = 5

function TestConversions() {
  const here = useHere()
  const inWords = useReward()
  const { data, error, refetch } = useManaged(
    'listMyConversions',
    { query: { limit: shownMax } },
    { everyMs: askEveryMs },
  )
  return (
    <section className="card" aria-labelledby="bench-conversions">
      <div className="card-head">
        <h2 id="bench-conversions" className="grow">
          Last test conversions
        </h2>
        <Link to={placeOf(here, 'conversions', here.appId)}>All</Link>
      </div>
      <div className="card-body">
        {error && !data && (
          <Failure what="They could not be loaded" error={error} onRetry={() => refetch()} />
        )}
        {data?.length === 0 && <p className="sm muted">None yet: follow a test offer, and report one.</p>}
        <ul className="test-rows">
          {data?.map(({ id, user_id, offer, click_id, status, is_held, reason, reward, at }) => (
            <li key={id}>
              <StatusOf word={is_held ? 'held' : status} />
              <span className="grow">
                {click_id === null ? (
                  <bdi>{user_id}</bdi>
                ) : (
                  <Link to={placeOf(here, `clicks/${click_id}`)}>
                    <bdi>{user_id}</bdi>
                  </Link>
                )}
                <span className="xs muted">
                  {' '}
                  <bdi>{offer}</bdi>
                  {reason !== null && ` · ${reason}`}
                </span>
              </span>
              <span className="num">
                <bdi>{inWords(reward)}</bdi>
              </span>
              <span className="sm muted">
                <Moment at={at} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function TestCredentials() {
  const here = useHere()
  const { data, error, refetch } = useManaged('listMyCredentials')
  const newest = (rows: NonNullable<typeof data>['keys']) =>
    rows.findLast(({ revoked_at, expires_at }) => revoked_at === null && expires_at === null)
  const key = data && newest(data.keys)
  const secret = data && newest(data.secrets)
  return (
    <section className="card" aria-labelledby="bench-keys">
      <div className="card-head">
        <h2 id="bench-keys" className="grow">
          Test credentials
        </h2>
        <Link to={placeOf(here, 'keys', here.appId)}>Rotate</Link>
      </div>
      <div className="card-body">
        {error && !data && (
          <Failure what="They could not be loaded" error={error} onRetry={() => refetch()} />
        )}
        <dl className="facts">
          <div>
            <dt>Key</dt>
            <dd>{key ? <ShortId id={key.shown} name="key" /> : '–'}</dd>
          </div>
          <div>
            <dt>Secret</dt>
            <dd className="mono">{secret?.shown ?? '–'}</dd>
          </div>
          <div>
            <dt>Last used</dt>
            <dd>{secret?.last_used_at ? <Moment at={secret.last_used_at} /> : 'Never'}</dd>
          </div>
        </dl>
      </div>
    </section>
  )
}

function TestCallbacks() {
  const here = useHere()
  const { data, error, refetch } = useManaged('listMyCallbackEndpoints')
  const page = placeOf(here, 'callbacks', here.appId)
  return (
    <section className="card" aria-labelledby="bench-callbacks">
      <div className="card-head">
        <h2 id="bench-callbacks" className="grow">
          Test callbacks
        </h2>
        <Link to={page} search={{ endpoint: 'new' }}>
          New
        </Link>
      </div>
      <div className="card-body">
        {error && !data && (
          <Failure what="They could not be loaded" error={error} onRetry={() => refetch()} />
        )}
        {data?.length === 0 && <p className="sm muted">No endpoint gets test data yet.</p>}
        <ul className="test-rows">
          {data?.map(({ id, name, url, state }) => (
            <li key={id}>
              <span className="grow">
                <Link to={page} search={{ endpoint: id, tab: 'test' }}>
                  <bdi>{name}</bdi>
                </Link>
                <span className="bench-url mono xs muted">{url}</span>
              </span>
              <EndpointState state={state} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
