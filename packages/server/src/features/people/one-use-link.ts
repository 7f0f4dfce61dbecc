import { hash } from 'node:crypto'
import { notFound } from '@quoin/core/errors.ts'
import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { LinkKind } from '../../store/people/links.ts'

const tokenBytes = 32
const hourMs = 3_600_000

/** How long each kind may be used, once. */
const lifeMs: Readonly<Record<LinkKind, number>> = {
  set_up: 24 * hourMs,
  demo: 24 * hourMs,
  invitation: 7 * 24 * hourMs,
  reset: hourMs,
  sign_up: 24 * hourMs,
}

/** The purpose of a link and whom it is for. */
interface LinkRequest {
  readonly kind: LinkKind
  readonly actor: string
  readonly invitation?: {
    readonly organizationId: number
    readonly email: string
    readonly role: StaffRole | MemberRole
    /** Whether the link reaches whoever has the address, and nobody else who could gain by it. */
    readonly confirmsAddress: boolean
  }
  readonly personId?: string
  /** When its maker ends by themselves; null or absent: never. Unix milliseconds. */
  readonly makerEndsAtMs?: number | null
  /** The address of somebody who signs up. */
  readonly email?: string
}

export interface MadeLink {
  readonly id: string
  /** The address to open. It is shown once: only a digest of its token is kept. */
  readonly link: string
  readonly expiresAtMs: number
}

export type LinkNeeds = Pick<Ports, 'store' | 'clock' | 'random' | 'newId' | 'settings'>

/** A link that works once. Its token stands behind the `#`, which browsers send to nobody. */
export async function makeLink(
  { store, clock, random, newId, settings }: LinkNeeds,
  tx: Db,
  { kind, actor, invitation, personId, email, makerEndsAtMs = null }: LinkRequest,
): Promise<MadeLink> {
  const token = random(tokenBytes).toString('base64url')
  const nowMs = clock.nowMs()
  const id = newId()
  const expiresAtMs = Math.min(nowMs + lifeMs[kind], makerEndsAtMs ?? Infinity)
  await store.peopleLinks.insertLink(tx, {
    id,
    kind,
    actor,
    nowMs,
    expiresAtMs,
    digest: digestOf(token),
    organizationId: invitation?.organizationId ?? null,
    email: invitation?.email ?? email ?? null,
    role: invitation?.role ?? null,
    personId: personId ?? null,
    confirmsAddress: invitation?.confirmsAddress ?? false,
  })
  return { id, link: `${settings.baseUrl}/dashboard/link#${token}`, expiresAtMs }
}

export function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export function linkGone(): Error {
  return notFound('This link was used already, has ended, or was taken back. Please ask for a new one.')
}
