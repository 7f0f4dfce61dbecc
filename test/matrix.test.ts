import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { operatorOperations } from '@quoin/contract/operator/operations.ts'
import { peopleOperations } from '@quoin/contract/people/operations.ts'
import { manageRoutes } from '../packages/server/src/planes/manage/routes.ts'
import { operatorRoutes } from '../packages/server/src/planes/operator/routes.ts'
import { decideOnPublisher } from '../packages/server/src/features/publishers/change-publisher.ts'
import { assertError } from './support/assert-answer.ts'
import { type Caller, callersEnvironment, isAllowed, openCallers } from './support/matrix/callers.ts'
import { ChangeLog, type RowChange } from './support/matrix/change-log.ts'
import {
  namesSomething,
  plantStranger,
  sharedIds,
  type Stranger,
  unknownLike,
} from './support/matrix/foreign-ids.ts'
import { makeParameters, samples } from './support/matrix/make-parameters.ts'
import {
  type CallParameters,
  listServedOperations,
  requestOf,
  type ServedOperation,
} from './support/matrix/served-operations.ts'
import { isLong } from './support/long.ts'
import { AnswerWatch, comparable } from './support/matrix/watch-answers.ts'
import { createWorld, masterSecret, type World } from './support/world.ts'

/*
 * Operation × caller × whose id, generated from the three documents as they are served: an operation is tested from the
 * day on which it is in one, and fails here by its name where nobody can call it.
 */

/** Operations that no parameters of ours can make go well, and why. */
const unmade: Readonly<Record<string, string>> = {
  'public readDocs': 'its files are built with the site',
  'public openDocs': 'its files are built with the site',
}

/** Refused: the statuses of a caller without a role, and of one whose role is too low. */
const refusals: ReadonlySet<string> = new Set(['INVALID_API_KEY', 'INVALID_API_SECRET'])

const elsewhere: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site' },
  {},
]

/** An operation that does not end fails by its name. */
const timeout = 60_000

class Matrix {
  readonly world: World
  readonly stranger: Stranger
  readonly callers: readonly Caller[]
  readonly watch: AnswerWatch
  readonly #canaries: string[]
  readonly #changes: ChangeLog
  #turn = 0
  /** How often something was asked that could have gone wrong. */
  readonly counts = { allowed: 0, changed: 0, refused: 0, elsewhere: 0, compared: 0, suspended: 0 }

  constructor(
    world: World,
    {
      stranger,
      callers,
      secrets,
    }: Pick<Matrix, 'stranger' | 'callers'> & { readonly secrets: readonly string[] },
  ) {
    this.world = world
    this.stranger = stranger
    this.callers = callers
    this.#canaries = [...stranger.canaries]
    this.#changes = new ChangeLog(world.ports.db)
    this.watch = new AnswerWatch({ secrets: [...secrets, masterSecret], canaries: this.#canaries })
  }

  async open(): Promise<void> {
    await this.#changes.open()
  }

  async call(
    caller: Caller,
    operation: ServedOperation,
    given: CallParameters,
    headers = caller.headers,
  ): Promise<LightMyRequestResponse> {
    const request = requestOf(operation, given, headers)
    const answer = await this.world.call(request)
    this.watch.look(caller, request, answer)
    return answer
  }

  /** Fails where one of the calls since the last `take` changed something. */
  async #assertUnchanged(): Promise<void> {
    assert.deepEqual(await this.#changes.take(), [], 'a refused call changed something')
  }

  #isForeign({ row }: RowChange, { clickId, conversionId }: Readonly<Record<string, string>>): boolean {
    const { appId, publisherId } = this.stranger.world.app
    if (row['app_id'] === appId || row['publisher_id'] === publisherId) return true
    return Object.values(row).some((value) => value === clickId || value === conversionId)
  }

  /** The parameters of a call about what is the stranger's. */
  async makeForeign(operation: ServedOperation): Promise<CallParameters> {
    const made = await makeParameters(this.stranger.world, operation)
    this.#canaries.push(...Object.values(made.path).filter((value) => /^[0-9a-f]{8}-/.test(value)))
    return made
  }

  async #suspend(isSuspended: boolean): Promise<void> {
    const decision = isSuspended ? 'suspend' : 'resume'
    await decideOnPublisher(this.world.ports, { publisherId: this.world.app.publisherId, decision })
  }

  /** Everybody whom the document does not allow is refused, and whatever a page of another site sends. */
  async refuse(operation: ServedOperation): Promise<void> {
    const given = await makeParameters(this.world, operation)
    await this.#changes.take()
    for (const caller of this.callers.filter((one) => !isAllowed(one, operation))) {
      const answer = await this.call(caller, operation, given)
      this.counts.refused += 1
      const { code } = answer.json().error
      if (operation.document !== 'public' && caller.roles[operation.document] !== undefined)
        assertError(answer, 401, 'INVALID_API_SECRET')
      else assert.ok(answer.statusCode === 401 && refusals.has(code), `${caller.name}: ${answer.body}`)
      if (Object.keys(caller.headers).length === 0) assert.equal(code, 'INVALID_API_KEY')
    }
    if (operation.method !== 'GET' && operation.schemes.size > 0)
      await this.#refuseElsewhere(operation, given)
    await this.#assertUnchanged()
  }

  async #refuseElsewhere(operation: ServedOperation, given: CallParameters): Promise<void> {
    for (const caller of this.#askers(operation, (one) => one.cookie !== undefined)) {
      const { cookie = '' } = caller
      for (const headers of elsewhere) {
        const answer = await this.call(caller, operation, given, { cookie, ...headers })
        this.counts.elsewhere += 1
        assertError(answer, 401, 'INVALID_API_SECRET')
      }
    }
  }

  /** Everybody whom the document allows is answered as it says. */
  async allow(operation: ServedOperation): Promise<void> {
    assert.ok(this.#allowedAt(operation).length > 0, 'nobody of test/support/matrix/callers.ts may call it')
    let given = await makeParameters(this.world, operation)
    const isOpen = operation.schemes.size === 0
    for (const caller of isOpen ? this.#askers(operation) : this.#allowedAt(operation)) {
      await this.#changes.take()
      const answer = await this.call(caller, operation, given)
      const shown = `${caller.name}: ${answer.statusCode} ${answer.body}`
      assert.ok(operation.success.has(answer.statusCode), shown)
      this.counts.allowed += 1
      if (operation.method === 'GET') continue
      if ((await this.#changes.take()).length > 0) this.counts.changed += 1
      given = await makeParameters(this.world, operation)
    }
  }

  #allowedAt(operation: ServedOperation): readonly Caller[] {
    return this.callers.filter((one) => isAllowed(one, operation))
  }

  /** The stranger's ids are answered as ids that do not exist, and nothing of the stranger changes. */
  async hide(operation: ServedOperation): Promise<void> {
    const foreign = await this.makeForeign(operation)
    const ids = await this.stranger.makeIds()
    for (const name of namesOf(operation)) {
      if (!namesSomething(name) || sharedIds.has(name)) continue
      assert.ok(name in ids || name in foreign.path, `whose is ${name}? test/support/matrix/foreign-ids.ts`)
    }
    const own = await makeParameters(this.world, operation)
    await this.#changes.take()
    for (const changes of foreignChanges(operation, { own, foreign, ids })) {
      const unknown = new Map([...changes].map(([name, id]) => [name, unknownLike(id)]))
      for (const caller of this.#askers(operation)) {
        const shown = await this.#ask(caller, operation, changes, own)
        const absent = await this.#ask(caller, operation, unknown, own)
        const names = [...changes.keys()].join(', ')
        this.counts.compared += 1
        assert.equal(
          comparable(shown, [...changes.values()]),
          comparable(absent, [...unknown.values()]),
          `${caller.name}: ${names} of another organisation`,
        )
      }
    }
    assert.deepEqual(
      (await this.#changes.take()).filter((one) => this.#isForeign(one, ids)),
      [],
    )
  }

  /** Everybody whom the document allows; in the short form one of them, each in turn. */
  #askers(operation: ServedOperation, isAsked: (caller: Caller) => boolean = () => true): readonly Caller[] {
    const asked = this.#allowedAt(operation).filter(isAsked)
    this.#turn += 1
    return isLong ? asked : asked.slice(this.#turn % asked.length).slice(0, 1)
  }

  /** An id in the path that nothing has is RESOURCE_NOT_FOUND. */
  async miss(operation: ServedOperation): Promise<void> {
    const given = await makeParameters(this.world, operation)
    for (const [name, id] of Object.entries(given.path)) {
      // It is one of few words, and not the name of a thing.
      if (name === 'kind') continue
      for (const caller of this.#askers(operation)) {
        const path = { ...given.path, [name]: unknownLike(id) }
        assertError(await this.call(caller, operation, { ...given, path }), 404, 'RESOURCE_NOT_FOUND')
      }
    }
  }

  /** With parameters of its own where an earlier call may have used them up. */
  async #ask(
    caller: Caller,
    operation: ServedOperation,
    changes: ReadonlyMap<string, string>,
    own: CallParameters,
  ): Promise<LightMyRequestResponse> {
    const given = operation.method === 'GET' ? own : await makeParameters(this.world, operation)
    return await this.call(caller, operation, withChanges(operation, given, changes))
  }

  /** The people of a suspended publisher read and change nothing. */
  async suspend(operation: ServedOperation): Promise<void> {
    const given = await makeParameters(this.world, operation)
    await this.#suspend(true)
    try {
      await this.#changes.take()
      for (const caller of this.#allowedAt(operation).filter((one) => !one.isPlatform)) {
        const answer = await this.call(caller, operation, given)
        this.counts.suspended += 1
        if (operation.method === 'GET') assert.ok(operation.success.has(answer.statusCode), answer.body)
        else assertError(answer, 401, 'INVALID_API_SECRET')
      }
      await this.#assertUnchanged()
    } finally {
      await this.#suspend(false)
    }
  }
}

function namesOf({ parameters, body }: ServedOperation): readonly string[] {
  return [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})]
}

interface Sides {
  readonly own: CallParameters
  readonly foreign: CallParameters
  readonly ids: Readonly<Record<string, string>>
}

/** The parameters to change to the stranger's: each alone, and all of the path at once. */
function foreignChanges(
  operation: ServedOperation,
  { own, foreign, ids }: Sides,
): readonly ReadonlyMap<string, string>[] {
  const inPath = Object.entries(foreign.path).filter(
    ([name, id]) => !sharedIds.has(name) && own.path[name] !== id,
  )
  const elsewhere = namesOf(operation).flatMap((name): readonly (readonly [string, string])[] => {
    const id = ids[name]
    return id === undefined || name in own.path || sharedIds.has(name) ? [] : [[name, id]]
  })
  const single = [...inPath, ...elsewhere].map((change) => new Map([change]))
  return inPath.length > 1 ? [...single, new Map(inPath)] : single
}

function withChanges(
  { parameters }: ServedOperation,
  own: CallParameters,
  changes: ReadonlyMap<string, string>,
): CallParameters {
  const pick = (place: 'path' | 'query') =>
    Object.fromEntries(
      [...changes].filter(([name]) => parameters.some((one) => one.name === name && one.in === place)),
    )
  const rest = [...changes].filter(([name]) => parameters.every((one) => one.name !== name))
  return {
    path: { ...own.path, ...pick('path') },
    query: { ...own.query, ...pick('query') },
    body: rest.length === 0 ? own.body : { ...own.body, ...Object.fromEntries(rest) },
  }
}

test('each operation that asks for a role is one that the matrix can hold to it', async (t) => {
  const world = await createWorld()
  t.after(() => world.close())
  const operations = await listServedOperations(world)
  const served = new Set(operations.map(({ document, id }) => `${document} ${id}`))
  for (const [document, rows] of Object.entries(samples))
    for (const id of Object.keys(rows))
      assert.ok(served.has(`${document} ${id}`), `a sample for nothing: ${document} ${id}`)
  for (const { operation } of operatorRoutes) assert.ok(served.has(`operator ${operation.id}`), operation.id)
  for (const { operation } of manageRoutes) assert.ok(served.has(`manage ${operation.id}`), operation.id)
  const others = new Set([...operatorOperations, ...peopleOperations].map(({ id }) => id))
  for (const operation of operations.filter(({ document }) => document !== 'public')) {
    const { document, id, method, path, role, parameters, body } = operation
    assert.ok(role !== undefined, `${id} has no role`)
    assert.ok(path.startsWith(`/${document}/v1/`), id)
    // An operation that only reads is for everybody who may read; one that changes something is not.
    if (method !== 'GET') assert.notEqual(role, 'analyst', id)
    for (const { name } of parameters) assert.doesNotMatch(name, /token$|secret|password/i, id)
    if (document === 'operator') continue
    assert.equal(others.has(id), false, `the dashboard's client has ${id} already`)
    assert.ok(
      parameters.some(({ name }) => name === 'publisher'),
      `${id} cannot be asked for one of several publishers`,
    )
    // An app is named in the path, where its owner is checked.
    assert.equal('appId' in (body?.properties ?? {}), false, id)
  }
})

test('no caller does or sees what is not theirs, whatever operation the documents name', async (t) => {
  const environment = {
    ...callersEnvironment,
    FAILED_CREDENTIALS_PER_MINUTE: '1000000',
    RATE_LIMIT_PER_MINUTE: '1000000',
    OUTGOING_ALLOW: '127.0.0.0/8',
    SECURITY_CONTACT: 'mailto:security@example.com',
    BACKUP_TO: '/nowhere/backups',
    BACKUP_PASSPHRASE: 'a passphrase of the tests',
  }
  const world = await createWorld({ environment })
  t.after(() => world.close())
  const stranger = await plantStranger(world)
  const { callers, secrets } = await openCallers(world)
  const matrix = new Matrix(world, { stranger, callers, secrets })
  await matrix.open()
  const operations = await listServedOperations(world)
  for (const operation of operations) {
    const { document, id, method, path, schemes } = operation
    const name = `${document} ${id}`
    if (name in unmade) continue
    // The limits of calls per person and minute are not what is asked about.
    world.clock.advance({ seconds: 5 })
    await t.test(`${name}: allowed are only those whom the document allows`, { timeout }, async () => {
      await matrix.allow(operation)
      await matrix.refuse(operation)
    })
    if (document !== 'public' && path.includes('{'))
      await t.test(`${name}: an unknown id is 404`, { timeout }, () => matrix.miss(operation))
    if (document !== 'operator' && schemes.size > 0)
      await t.test(`${name}: the ids of a stranger do not exist`, { timeout }, () => matrix.hide(operation))
    if (document === 'manage')
      await t.test(
        `${name}: a suspended publisher ${method === 'GET' ? 'may' : 'may not'}`,
        { timeout },
        () => matrix.suspend(operation),
      )
  }
  const { counts, watch } = matrix
  for (const [what, count] of Object.entries(counts)) assert.ok(count > 100, `${what}: ${count}`)
  const of = `${operations.length} operations, ${callers.length} callers`
  t.diagnostic(`${of}, ${watch.calls} calls: ${JSON.stringify(counts)}`)
})
