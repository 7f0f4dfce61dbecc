import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts'
import { until } from '../../../../../test/support/eventually.ts'
import { findFreePort } from '@quoin/embedded-postgres/free-port.ts'
import { awayReasonOf } from './connection-faults.ts'
import { type Database, hasSqlState, isUnavailable, openDatabase } from './database.ts'

let created: TestDatabase
let database: Database

before(async () => {
  created = await createTestDatabase()
  database = await openDatabase({ url: created.url, connectionsMax: 1, statementTimeoutMs: 2_000 })
})

after(async () => {
  await database.close()
  await created.drop()
})

async function readValue(expression: string, values?: unknown[]): Promise<unknown> {
  const [row] = await database.query<{ value: unknown }>(`select ${expression} as value`, values)
  return row?.value
}

describe('column types', () => {
  for (const [expression, value] of [
    ['9007199254740991::int8', 9007199254740991],
    ["'{1,null,-3}'::int8[]", [1, null, -3]],
    ["'0.10'::numeric", '0.10'],
    ["'{0.10,2}'::numeric[]", ['0.10', '2']],
    ["'2026-11-21 10:00:00.123456+02'::timestamptz", Date.UTC(2026, 10, 21, 8, 0, 0, 123)],
    ["array['1970-01-01 00:00:01+00'::timestamptz]", [1000]],
    ["'2026-11-21'::date", '2026-11-21'],
    ["'2026-11-21 10:00'::timestamp", '2026-11-21 10:00:00'],
    ["'\\x00ff'::bytea", Buffer.from([0, 255])],
    [`'{"a":[1]}'::jsonb`, { a: [1] }],
    ['null::int8', null],
    ['\'{a,"b c"}\'::text[]', ['a', 'b c']],
  ] as const) {
    test(`${expression} is read as ${JSON.stringify(value)}`, async () => {
      assert.deepEqual(await readValue(expression), value)
      assert.deepEqual(await readValue(`${expression}`, []), value, 'prepared as well')
    })
  }

  test('an integer that a number cannot hold is an error, and the connection stays usable', async () => {
    const pid = await readValue('pg_backend_pid()')
    await assert.rejects(readValue('9007199254740992::int8'), /9007199254740992, which is too large/)
    assert.equal(await readValue('pg_backend_pid()'), pid)
  })

  test("the driver's table for everybody else is left alone", () => {
    assert.equal(pg.types.getTypeParser(20)('5'), '5')
  })
})

describe('transaction', () => {
  before(() => database.query('create table kept (id int primary key)'))
  const listKept = async () =>
    (await database.query<{ id: number }>('select id from kept order by id')).map((row) => row.id)

  test('commits what it did when its work resolves, and hands on the result', async () => {
    assert.equal(
      await database.transaction(async (tx) => {
        await tx.query('insert into kept values ($1)', [1])
        return 'done'
      }),
      'done',
    )
    assert.deepEqual(await listKept(), [1])
  })

  test('rolls back when its work throws, and throws the same', async () => {
    const own = new Error('own')
    const work = database.transaction(async (tx) => {
      await tx.query('insert into kept values (2)')
      throw own
    })
    await assert.rejects(work, own)
    assert.deepEqual(await listKept(), [1])
  })

  test('does not pass as committed when a failed statement was swallowed', async () => {
    const work = database.transaction(async (tx) => {
      await tx.query('insert into kept values (3)')
      await tx.query('insert into kept values (1)').catch(() => {})
      return 'done'
    })
    await assert.rejects(work, /rolled back: one of its statements had failed/)
    assert.deepEqual(await listKept(), [1])
  })

  test('keeps the order of statements started together, and waits for those nobody awaited', async () => {
    await database.transaction(async (tx) => {
      await Promise.all([4, 5, 6].map((id) => tx.query('insert into kept values ($1)', [id])))
      void tx.query('insert into kept values (7)')
    })
    assert.deepEqual(await listKept(), [1, 4, 5, 6, 7])
  })

  test('does what nobody waits for in its turn, with the next statement or with its end', async () => {
    const add = (id: number) => ({ text: 'insert into kept values ($1)', values: [String(id)] })
    const seen = await database.transaction(async (tx) => {
      tx.send(add(20))
      tx.send(add(21))
      const [row] = await tx.query<{ sum: number }>(
        'select sum(id)::int as sum from kept where id >= $1',
        [20],
      )
      tx.send(add(22))
      await tx.query('delete from kept where id = 21; delete from kept where id = 22')
      tx.send(add(23))
      return row?.sum
    })
    assert.equal(seen, 41)
    assert.deepEqual((await listKept()).slice(-2), [20, 23])
    await database.query('delete from kept where id >= 20')
  })

  for (const [what, step] of [
    ['a statement', { text: 'insert into kept values (1)' }],
    ['a copy', { text: 'copy kept from stdin (format binary)', rows: Buffer.from('no rows at all') }],
    ['a copy to nowhere', { text: 'copy nowhere from stdin (format binary)', rows: Buffer.from('rows') }],
  ] as const) {
    test(`fails as a whole when ${what} did that nobody waited for, at its end or before`, async () => {
      const before = await listKept()
      for (const isLast of [true, false]) {
        const work = database.transaction(async (tx) => {
          tx.send({ text: 'insert into kept values (30)' })
          tx.send(step)
          tx.send({ text: 'insert into kept values (31)' })
          if (!isLast) await tx.query('select count(*) from kept where id > $1', [0])
        })
        await assert.rejects(work, (error) => error instanceof Error && 'severity' in error)
        assert.deepEqual(await listKept(), before)
      }
    })
  }

  test('refuses a query that comes after its end', async () => {
    const tx = await database.transaction(async (tx) => tx)
    await assert.rejects(tx.query('select 1'), /came too late/)
  })

  test('that loses its connection is unavailable, and the next one gets a new connection', async () => {
    const work = database.transaction(async (tx) => {
      await tx.query('insert into kept values (8)')
      await tx.query('select pg_terminate_backend(pg_backend_pid())')
    })
    await assert.rejects(work, isUnavailable)
    assert.deepEqual(await listKept(), [1, 4, 5, 6, 7])
  })
})

test('an error of SQL costs no connection', async () => {
  const pid = await readValue('pg_backend_pid()')
  await assert.rejects(database.query('insert into kept values (1)'), (error) => hasSqlState(error, '23505'))
  await assert.rejects(database.query('insert into kept values ($1)', [1]), (error) =>
    hasSqlState(error, '23505'),
  )
  await assert.rejects(database.transaction((tx) => tx.query('insert into kept values (1)')))
  assert.equal(await readValue('pg_backend_pid()'), pid)
})

test('a statement that is wrong costs no connection, and does not make the database unavailable', async () => {
  const pid = await readValue('pg_backend_pid()')
  for (const [text, state] of [
    ['selec 1', '42601'],
    ['select 1 where 1', '42804'],
    ['select coalesce(1, true)', '42804'],
  ] as const)
    await assert.rejects(
      database.query(text, []),
      (error) => hasSqlState(error, state) && !isUnavailable(error),
    )
  assert.equal(await readValue('pg_backend_pid()'), pid)
})

test('a statement with values is prepared once per connection', async () => {
  for (const id of [1, 2, 3]) await database.query('select $1::int as counted_once', [id])
  const listed = await database.query('select name from pg_prepared_statements where statement like $1', [
    '%counted_once%',
  ])
  assert.equal(listed.length, 1)
})

test('a prepared statement whose table has changed fails once and then works', async () => {
  await database.query('create table shifting (a int)')
  const read = () => database.query('select * from shifting where $1', [true])
  await read()
  await database.query('alter table shifting add b int')
  await assert.rejects(read(), (error) => hasSqlState(error, '0A000'))
  assert.deepEqual(await read(), [])
})

test('several statements in one text give the rows of the last', async () => {
  assert.deepEqual(await database.query('select 1 as a; select 2 as b'), [{ b: 2 }])
})

test('a statement that takes too long is cancelled by the server', async () => {
  const hurried = await openDatabase({ url: created.url, connectionsMax: 1, statementTimeoutMs: 250 })
  await assert.rejects(hurried.query('select pg_sleep(60)'), (error) => hasSqlState(error, '57014'))
  assert.equal((await hurried.query('select 1')).length, 1)
  await hurried.close()
})

test('a server that is silent for too long is given up with its connection', async () => {
  const pid = await readValue('pg_backend_pid()')
  await assert.rejects(database.query('select pg_sleep(1)', [], { timeoutMs: 50 }), isUnavailable)
  assert.notEqual(await readValue('pg_backend_pid()'), pid)
})

test('a transaction is given up when a statement of it, or its COMMIT, is silent for too long', async () => {
  const limit = { timeoutMs: 50 }
  const slow = database.transaction((tx) => tx.query('select pg_sleep(1)', []), limit)
  await assert.rejects(slow, isUnavailable)
  await database.query(`create table slow_commits (id int);
    create function wait_at_commit() returns trigger language plpgsql as
      $$ begin perform pg_sleep(1); return null; end $$;
    create constraint trigger waits after insert on slow_commits deferrable initially deferred
      for each row execute function wait_at_commit()`)
  const committing = database.transaction((tx) => tx.query('insert into slow_commits values (1)', []), limit)
  await assert.rejects(committing, isUnavailable)
  assert.equal((await database.query('select 1')).length, 1)
})

test('the pool shows how many connections there are, rest, and are waited for', async () => {
  await readValue('1')
  assert.deepEqual(database.poolState(), { total: 1, idle: 1, waiting: 0 })
  const [taken, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const busy = database.transaction(async () => {
    taken.resolve()
    await released.promise
  })
  await taken.promise
  const waiting = readValue('1')
  assert.deepEqual(database.poolState(), { total: 1, idle: 0, waiting: 1 })
  released.resolve()
  await Promise.all([busy, waiting])
})

describe('isUnavailable', () => {
  const raise = (state: string) =>
    database.query(`do $$ begin raise exception using errcode = '${state}'; end $$`)
  // Whatever is not about the row's own data: a login, a permission, a lock, a timeout, a state nobody has met yet.
  for (const state of [
    ...[
      '08006',
      '25006',
      '25P03',
      '28000',
      '28P01',
      '3D000',
      '42501',
      '42P01',
      '53100',
      '53200',
      '53300',
      '55000',
    ],
    ...['55P03', '57014', '57P01', '57P03', '57P05', '58030', 'HV000', 'XX000', 'ZZ999'],
  ]) {
    test(`is true for SQL state ${state}`, () => assert.rejects(raise(state), isUnavailable))
  }
  for (const state of ['21000', '22001', '22P02', '23505', '23514', '40001', '40P01', 'P0001']) {
    test(`is false for SQL state ${state}`, () =>
      assert.rejects(raise(state), (error) => !isUnavailable(error)))
  }

  test('is true when nobody listens at the address', async () => {
    const url = `postgres://quoin@127.0.0.1:${await findFreePort()}/quoin`
    await assert.rejects(openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 }), isUnavailable)
  })

  test('one of several servers that refuses the login says why, wherever one stands that is gone', async () => {
    const { host, username } = new URL(created.url)
    const gone = `127.0.0.1:${await findFreePort()}`
    for (const hosts of [`${gone},${host}`, `${host},${gone}`]) {
      const url = created.url.replace(host, hosts).replace(`//${username}`, '//nobody_of_that_name')
      await assert.rejects(openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 }), (error) => {
        assert.equal(awayReasonOf(error), 'it refuses the login of DATABASE_URL')
        return true
      })
    }
  })

  test('is true after close, and false for faults of our own', async () => {
    const closed = await openDatabase({ url: created.url, connectionsMax: 1, statementTimeoutMs: 0 })
    await Promise.all([closed.close(), closed.close()])
    await assert.rejects(closed.query('select 1'), isUnavailable)
    assert.equal(isUnavailable(new TypeError('x is not a function')), false)
    assert.equal(isUnavailable(undefined), false)
  })
})

test('a database that would acknowledge before it is on disk is told not to', async () => {
  const name = new URL(created.url).pathname.slice(1)
  for (const [level, used] of [
    ['off', 'on'],
    ['local', 'local'],
    ['remote_apply', 'remote_apply'],
  ]) {
    await database.query(`alter database ${name} set synchronous_commit = '${level}'`)
    const opened = await openDatabase({ url: created.url, connectionsMax: 1, statementTimeoutMs: 0 })
    assert.deepEqual(await opened.query('show synchronous_commit'), [{ synchronous_commit: used }])
    await opened.close()
  }
  await database.query(`alter database ${name} reset synchronous_commit`)
})

describe('listen', () => {
  test('hears what is notified, also on a channel whose name needs quotes', async (t) => {
    const heard: string[] = []
    const stop = await database.listen(
      'odd "Channel"',
      (payload) => heard.push(payload),
      () => {},
    )
    t.after(stop)
    await database.query('select pg_notify($1, $2)', ['odd "Channel"', 'offers'])
    await until(() => heard.length > 0, 'it is heard')
    assert.deepEqual(heard, ['offers'])
  })

  test('comes back when its connection is lost, and says so', async (t) => {
    const heard: string[] = []
    let reconnects = 0
    const stop = await database.listen(
      'changes',
      (payload) => heard.push(payload),
      () => reconnects++,
    )
    t.after(stop)
    for (const round of [1, 2]) {
      await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "changes"'`,
      )
      await until(() => reconnects === round, 'it connects again')
      await database.query('select pg_notify($1, $2)', ['changes', `${round}`])
      await until(() => heard.length === round, 'it is heard again')
    }
    assert.deepEqual(heard, ['1', '2'])
  })

  test('is over when it is stopped, and when the database is closed', async () => {
    const own = await openDatabase({ url: created.url, connectionsMax: 1, statementTimeoutMs: 0 })
    const stop = await own.listen(
      'one',
      () => {},
      () => {},
    )
    await own.listen(
      'two',
      () => {},
      () => {},
    )
    await stop()
    await own.close()
    const listening = () =>
      database.query(`select 1 from pg_stat_activity where query in ('listen "one"', 'listen "two"')`)
    await until(async () => (await listening()).length === 0, 'nobody listens')
  })
})

test('no session compiles its plans, whatever the database has set', async () => {
  const { database, url } = await createTestDatabase()
  const name = new URL(url).pathname.slice(1)
  await database.query(`alter database ${name} set jit = on`)
  const opened = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
  assert.deepEqual(await opened.query('show jit'), [{ jit: 'off' }])
  await opened.close()
})
