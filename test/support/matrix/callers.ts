import { type MemberRole, memberRoles } from '@quoin/core/people/member-role.ts'
import { isAtLeast } from '@quoin/core/people/role-ladder.ts'
import { type StaffRole, staffRoles } from '@quoin/core/people/staff-role.ts'
import { createToken } from '../../../packages/server/src/features/people/operator-tokens.ts'
import { createPublisherToken } from '../../../packages/server/src/features/people/publisher-tokens.ts'
import { makeMember, makeStaff, TestVisitor } from '../people.ts'
import { bearer } from '../bearer.ts'
import type { World } from '../world.ts'
import type { Document, ServedOperation } from './served-operations.ts'

/** Somebody who calls, with all that proves it. */
export interface Caller {
  readonly name: string
  /** The roles in which each document's operations know the caller; one without a role there is nobody. */
  readonly roles: Partial<Record<Document, string>>
  /** The headers with which a program, or the dashboard's own page, calls. */
  readonly headers: Readonly<Record<string, string>>
  /** The cookie alone, of whoever has a session: what another site's page makes a browser send. */
  readonly cookie: string | undefined
  /** Whether the platform's own people may see every publisher's data. */
  readonly isPlatform: boolean
}

const ladders: Readonly<Record<'operator' | 'manage', readonly string[]>> = {
  operator: staffRoles,
  manage: memberRoles,
}

/** Whether a caller may call an operation, by what its document says. */
export function isAllowed({ roles }: Caller, { document, schemes, role }: ServedOperation): boolean {
  if (schemes.size === 0) return true
  const own = roles[document]
  if (own === undefined) return false
  if (document === 'public') return schemes.has(own)
  const ladder = ladders[document]
  return isAtLeast(ladder, own, role ?? ladder.at(-1) ?? '')
}

const operatorToken = 'a-token-of-the-operator-0123456789abcdef'
export const callersEnvironment = { OPERATOR_TOKEN: operatorToken, OUTGOING_ALLOW: '127.0.0.0/8' }

/** All kinds of callers: of nobody, of the platform, of the publisher of the world's app, and of its app. */
export async function openCallers(
  world: World,
): Promise<{ callers: readonly Caller[]; secrets: readonly string[] }> {
  const secrets: string[] = [operatorToken, world.app.live.apiSecret, world.app.test.apiSecret]
  const token = (given: string): Record<string, string> => {
    secrets.push(given)
    return bearer(given)
  }
  const callers: Caller[] = [
    { name: 'nobody', roles: {}, headers: {}, cookie: undefined, isPlatform: false },
    { name: 'a wrong token', roles: {}, headers: bearer('wrong'), cookie: undefined, isPlatform: false },
    {
      name: 'a wrong cookie',
      roles: {},
      headers: { cookie: 'quoin.session_token=wrong' },
      cookie: undefined,
      isPlatform: false,
    },
    { ...program('OPERATOR_TOKEN', bearer(operatorToken), { operator: 'operator' }), isPlatform: true },
    program('key and secret', world.credentials, { public: 'apiSecret' }),
    program('a browser session', token(await openSession(world)), { public: 'session' }),
  ]
  for (const role of staffRoles) callers.push(...(await staffOf(world, role, token)))
  for (const role of memberRoles) callers.push(...(await membersOf(world, role, token)))
  callers.push(await viewer(world, false), await viewer(world, true))
  for (const { cookie } of callers) {
    const [, value] = /session_token=([^;]+)/.exec(cookie ?? '') ?? []
    if (value !== undefined) secrets.push(value, decodeURIComponent(value).split('.')[0] ?? value)
  }
  return { callers, secrets }
}

type ByToken = (given: string) => Record<string, string>

function program(name: string, headers: Readonly<Record<string, string>>, roles: Caller['roles']): Caller {
  return { name, roles, headers, cookie: undefined, isPlatform: false }
}

async function openSession(world: World): Promise<string> {
  const body = { userId: 'session-user' }
  return (await world.post('/api/v1/sessions', { body, headers: world.credentials })).json().data.token
}

async function staffOf(world: World, role: StaffRole, byToken: ByToken): Promise<Caller[]> {
  const { token } = await createToken(world.ports, { name: `${role} of the matrix`, role, expiresAtMs: null })
  const roles = { operator: role }
  const session = await personCaller(world, `${role} by session`, {
    roles,
    person: await makeStaff(world, { role }),
  })
  return [
    { ...program(`${role} by token`, byToken(token), roles), isPlatform: true },
    { ...session.caller, isPlatform: true },
  ]
}

async function membersOf(world: World, role: MemberRole, byToken: ByToken): Promise<Caller[]> {
  const { publisherId } = world.app
  const given = { publisherId, name: `${role} of the matrix`, role, expiresAtMs: null }
  const { token } = await createPublisherToken(world.ports, given)
  const roles = { manage: role }
  const person = await makeMember(world, { publisherId, role })
  const session = await personCaller(world, `publisher's ${role} by session`, { roles, person })
  return [program(`publisher's ${role} by token`, byToken(token), roles), session.caller]
}

/** An operator who looks at the publisher's pages as the publisher does. */
async function viewer(world: World, mayChange: boolean): Promise<Caller> {
  const person = await makeStaff(world, { role: 'operator' })
  const roles = { operator: 'operator', manage: mayChange ? 'owner' : 'analyst' }
  const name = mayChange ? 'view that may change' : 'view'
  const { caller, browser } = await personCaller(world, name, { roles, person })
  const { publisherId } = world.app
  const answer = await browser.post('views', { publisherId, reason: 'Of the matrix', mayChange })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { ...caller, isPlatform: true }
}

interface Person {
  readonly roles: Caller['roles']
  readonly person: Awaited<ReturnType<typeof makeStaff>>
}

async function personCaller(world: World, name: string, { roles, person }: Person) {
  const browser = new TestVisitor(world)
  const answer = await browser.signIn(person)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const { cookie } = browser
  const { origin } = new URL(world.settings.baseUrl)
  const headers = { cookie, origin, 'sec-fetch-site': 'same-origin' }
  return { caller: { name, roles, headers, cookie, isPlatform: false }, browser }
}
