import { invalidRequest, notFound, rateLimitExceeded } from '@quoin/core/errors.ts'
import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Organization } from '../../store/people/organizations.ts'
import type { Db } from '../../store/pg/database.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'
import { checkNotReserved } from './free-address.ts'
import { holdMaker, type Maker } from './hold-maker.ts'
import { type LinkNeeds, makeLink, type MadeLink } from './one-use-link.ts'
import { type LetterNeeds, takeLetter } from './take-letter.ts'

type InviteNeeds = PeopleNeeds & LinkNeeds & LetterNeeds & { readonly maker?: Maker }

interface SentLink extends MadeLink {
  /** Whether it goes out by e-mail; else whoever asked for it passes it on. */
  readonly isMailed: boolean
}

const hourSec = 3_600
/** Invitations of a publisher's own people in an hour: a stranger who has signed up must not send mails to the world. */
const perHourMax = 50

/** Whom to invite: to the platform, or to a publisher. */
type Guest =
  | { readonly email: string; readonly role: StaffRole; readonly publisherId?: undefined }
  | {
      readonly email: string
      readonly role: MemberRole
      readonly publisherId: number
      /** Whether an operator invites them, who looks at the publisher for the platform. */
      readonly isByOperator: boolean
    }

/**
 * Invites somebody; an earlier invitation of theirs to the same organization ends. Whoever accepts one to the platform has
 * the address by an operator's word, and one to a publisher by the mail alone: an owner names any.
 */
export async function invitePerson(needs: InviteNeeds, guest: Guest): Promise<SentLink> {
  const { store, clock, mail, actor = 'server' } = needs
  const { email, role, publisherId = null } = guest
  checkNotReserved(email)
  if (!(await takeLetter(needs, { kind: 'invitation', to: email }))) throw rateLimitExceeded(hourSec)
  const confirmsAddress = guest.publisherId === undefined || guest.isByOperator || mail.isOn
  const { link: made, organization } = await changePeople(needs, async (tx) => {
    const organization = await getOrganization(store, tx, publisherId)
    await store.organizations.lockOrganization(tx, organization.id)
    const makerEndsAtMs = await holdMaker(needs, tx, needs.maker)
    if (guest.publisherId !== undefined && !guest.isByOperator) await checkFlood(needs, tx, organization.id)
    if (publisherId !== null && !confirmsAddress) await checkApproved(store, tx, publisherId)
    const present = await findRole(store, tx, organization, email)
    if (present) throw invalidRequest(`${email} is here already, as ${present}.`)
    const open = { kinds: ['invitation'] as const, email, organizationId: organization.id }
    await store.peopleLinks.revokeLinks(tx, { ...open, nowMs: clock.nowMs() })
    const link = await makeLink(needs, tx, {
      kind: 'invitation',
      actor,
      makerEndsAtMs,
      invitation: { organizationId: organization.id, email, role, confirmsAddress },
    })
    const after = publisherId === null ? { email, role } : { email, role, publisherId }
    await noteChange(needs, tx, { action: 'invitation.made', object: `invitation:${link.id}`, after })
    return { link, organization }
  })
  const where = organization.publisher === null ? 'Quoin' : `${organization.publisher} on Quoin`
  mail.send({
    to: email,
    subject: `You are invited to ${where}`,
    text: `You are invited to ${where} (${needs.settings.baseUrl}) as ${role}.\n\nOpen this link within seven days; it works once:\n${made.link}\n`,
  })
  return { ...made, isMailed: mail.isOn }
}

/** Throws RATE_LIMIT_EXCEEDED. Called under the organization's lock, so those of all processes are counted. */
async function checkFlood({ store, clock }: InviteNeeds, tx: Db, organizationId: number): Promise<void> {
  const sinceMs = clock.nowMs() - hourSec * 1000
  if ((await store.peopleLinks.countInvitationsSince(tx, organizationId, sinceMs)) < perHourMax) return
  throw rateLimitExceeded(hourSec, `You have invited ${perHourMax} people in this hour, which is the most.`)
}

/**
 * Whoever invites without mail holds the link: it tells whether somebody is here, and makes an account with their address.
 * A stranger who has signed up a moment ago, and whom no operator has looked at, gets none.
 */
async function checkApproved({ publishers }: Ports['store'], tx: Db, publisherId: number): Promise<void> {
  if ((await publishers.findPublisher(tx, publisherId))?.status !== 'waiting') return
  throw invalidRequest('Your publisher waits for approval: until then nobody can be invited to it.')
}

/** An invitation to the platform, or to a publisher; of any other it does not exist. */
export async function revokeInvitation(
  needs: PeopleNeeds,
  { invitationId, publisherId }: { readonly invitationId: string; readonly publisherId?: number | undefined },
): Promise<void> {
  const { store, clock } = needs
  await changePeople(needs, async (tx) => {
    const { id: organizationId } = await getOrganization(store, tx, publisherId ?? null)
    const given = { id: invitationId, organizationId, nowMs: clock.nowMs() }
    const link = await store.peopleLinks.revokeInvitation(tx, given)
    if (link === undefined) throw notFound('There is no such open invitation.')
    const { email, role } = link
    await noteChange(needs, tx, {
      action: 'invitation.revoked',
      object: `invitation:${invitationId}`,
      before: { email, role },
    })
  })
}

/** The platform's organization, or a publisher's. */
export async function getOrganization(
  { organizations }: Ports['store'],
  db: Db,
  publisherId: number | null,
): Promise<Organization> {
  const found = await (publisherId === null
    ? organizations.findPlatform(db)
    : organizations.findOrganizationOf(db, publisherId))
  if (found === undefined) throw notFound('There is no such organization.')
  return found
}

/** The role that somebody with this address has already. */
async function findRole(
  store: Ports['store'],
  tx: Db,
  { id, kind }: Organization,
  email: string,
): Promise<string | undefined> {
  const known = await store.persons.findPersonByEmail(tx, email)
  if (known === undefined) return undefined
  if (kind === 'platform') return known.role ?? undefined
  return (await store.organizations.findMember(tx, id, known.id))?.role
}
