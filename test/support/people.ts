import { createHmac } from 'node:crypto'
import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { LightMyRequestResponse } from 'fastify'
import { invitePerson } from '../../packages/server/src/features/people/invite-person.ts'
import { makeClaimant as insertClaimant } from '../../packages/server/src/features/people/make-person.ts'
import type { MadeLink } from '../../packages/server/src/features/people/one-use-link.ts'
import type { Transaction } from '../../packages/server/src/store/pg/db.ts'
import type { World } from './world.ts'

interface Staff {
  readonly personId: string
  readonly email: string
  readonly password: string
}

/** Hashed once: what a password costs is tested where it belongs. */
const password = 'correct horse battery'
let hashed: Promise<string> | undefined

/** Somebody of the platform, with a password. */
export async function makeStaff(
  world: Pick<World, 'ports'>,
  { role = 'analyst', email }: { readonly role?: StaffRole; readonly email?: string } = {},
): Promise<Staff> {
  const { store, clock } = world.ports
  return await makePerson(world, email, async (tx, personId) => {
    const organizationId = await store.members.lockPlatform(tx)
    await store.members.upsertStaff(tx, { organizationId, personId, role, nowMs: clock.nowMs() })
  })
}

/** Somebody of a publisher, with a password. */
export async function makeMember(
  world: Pick<World, 'ports'>,
  given: { readonly publisherId: number; readonly role: MemberRole; readonly email?: string },
): Promise<Staff> {
  const { store, clock } = world.ports
  const { publisherId, role, email } = given
  return await makePerson(world, email, async (tx, personId) => {
    const organization = await store.organizations.findOrganizationOf(tx, publisherId)
    const organizationId = organization?.id ?? 0
    await store.organizations.upsertMember(tx, { organizationId, personId, role, nowMs: clock.nowMs() })
  })
}

/** Somebody who signed up where no mail is sent: nobody knows whether the address is theirs. */
export async function makeClaimant(
  { ports }: Pick<World, 'ports'>,
  claimedEmail = `${ports.newId()}@example.com`,
): Promise<{ readonly personId: string }> {
  const given = { claimedEmail, name: 'Eve', hash: 'none' }
  return await ports.db.transaction((tx) => insertClaimant(ports, tx, given))
}

async function makePerson(
  { ports }: Pick<World, 'ports'>,
  email: string | undefined,
  join: (tx: Transaction, personId: string) => Promise<void>,
): Promise<Staff> {
  const { store, db, newId, clock } = ports
  const person = { personId: newId(), email: email ?? `${newId()}@example.com`, password }
  hashed ??= ports.authenticator.hashPassword(password)
  const hash = await hashed
  await db.transaction(async (tx) => {
    const { personId: id } = person
    const made = { id, name: 'Ada', email: person.email, isConfirmed: true, origin: 'invitation' } as const
    await store.persons.insertPerson(tx, { ...made, nowMs: clock.nowMs() })
    await store.persons.upsertPassword(tx, { id: newId(), personId: id, hash })
    await join(tx, id)
  })
  return person
}

export async function makeInvitation(
  { ports }: Pick<World, 'ports'>,
  role: StaffRole = 'reviewer',
): Promise<MadeLink & { readonly email: string }> {
  const email = `${ports.newId()}@example.com`
  return { ...(await invitePerson(ports, { email, role })), email }
}

/** The part of a link behind its `#`. */
export function tokenOf({ link }: { readonly link: string }): string {
  return new URL(link).hash.slice(1)
}

interface VisitorOptions {
  readonly address?: string
}

/** A browser on the dashboard's pages: it keeps cookies, and says which page a call comes from. */
export class TestVisitor {
  readonly cookies = new Map<string, string>()
  readonly address: string
  readonly #world: World

  constructor(world: World, { address = '127.0.0.1' }: VisitorOptions = {}) {
    this.#world = world
    this.address = address
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async call(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> {
    const { baseUrl } = this.#world.settings
    const answer = await this.#world.call({
      method,
      path,
      address: this.address,
      headers: {
        origin: new URL(baseUrl).origin,
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Test browser',
        ...(this.cookies.size === 0 ? {} : { cookie: this.cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    this.#keep(answer)
    return answer
  }

  async post(path: string, body?: object): Promise<LightMyRequestResponse> {
    return await this.call('POST', `/dashboard/auth/${path}`, body ?? {})
  }

  async get(path: string): Promise<LightMyRequestResponse> {
    return await this.call('GET', `/dashboard/auth/${path}`)
  }

  /** Signs in by the first step. */
  async signIn({ email, password }: Pick<Staff, 'email' | 'password'>): Promise<LightMyRequestResponse> {
    return await this.post('sign-in', { email, password })
  }

  /** Whether the operator API takes this browser for somebody. */
  async isKnown(): Promise<boolean> {
    return (await this.call('GET', '/operator/v1/session')).statusCode === 200
  }

  #keep({ headers }: LightMyRequestResponse): void {
    for (const text of [headers['set-cookie'] ?? []].flat()) {
      const [pair = '', ...attributes] = text.split('; ')
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      if (value === '' || attributes.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/** Browsers in a world, which may be made later, each at an address of its own: tries are counted per address. */
export function openVisitors(findWorld: () => World) {
  let visitors = 0
  function visitor(world = findWorld()): TestVisitor {
    visitors += 1
    return new TestVisitor(world, { address: `192.0.2.${visitors}` })
  }
  return {
    visitor,
    /** Somebody of the platform who has signed in, and the path under which others manage them. */
    async signedIn(role: StaffRole = 'analyst') {
      const person = await makeStaff(findWorld(), { role })
      const browser = visitor()
      const answer = await browser.signIn(person)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return { person, browser, path: `/operator/v1/people/${person.personId}` }
    },
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 6238 with six digits, SHA-1 and thirty seconds: what an authenticator app shows. */
export function totpOf(secret: string, nowMs = Date.now()): string {
  const bits = [...secret].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const value = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(value % 1_000_000).padStart(6, '0')
}
