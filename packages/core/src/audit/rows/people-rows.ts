import type { AuditRow } from '../audit-row.ts'

export const peopleRows = {
  'person.signed_in': { kind: 'access.sessions', says: 'signed in', adds: '{how}' },
  'session.ended': { kind: 'access.sessions', says: 'ended a session of their own' },
  'session.others_ended': { kind: 'access.sessions', says: 'ended all other sessions of their own: {ended}' },
  'person.sessions_ended': { kind: 'access.sessions', says: 'ended all sessions of {person}: {ended}' },
  'person.joined': { kind: 'access.people', says: 'joined the platform as {role}' },
  'person.renamed': { kind: 'access.people', says: 'changed their name or address' },
  'person.role_changed': { kind: 'access.people', says: 'made {person} {role}' },
  'person.removed': { kind: 'access.people', says: 'removed {person} from the platform' },
  'person.password_changed': { kind: 'access.sessions', says: 'changed their password' },
  'person.password_reset': { kind: 'access.sessions', says: 'set a new password by a link' },
  'person.reset_asked': { kind: 'access.sessions', says: 'asked for a link to set a new password' },
  'person.reset_link_made': {
    kind: 'access.sessions',
    says: 'made a link by which {person} can set a new password',
  },
  'person.two_factor_on': { kind: 'access.sessions', says: 'turned on two-factor sign-in' },
  'person.two_factor_off': { kind: 'access.sessions', says: 'turned off two-factor sign-in' },
  'person.two_factor_removed': {
    kind: 'access.sessions',
    says: 'removed the two-factor sign-in of {person}',
  },
  'person.recovery_codes_renewed': { kind: 'access.sessions', says: 'made new recovery codes' },
  'person.passwords_guessed': {
    kind: 'access.sessions',
    says: 'saw many wrong passwords for {person}',
    adds: 'None of them was right.',
  },
  'person.vouched_for': { kind: 'access.people', says: 'vouched for {person}' },
  'person.confirmed': { kind: 'access.people', says: 'confirmed the address of {person}' },
  'person.unconfirmed_deleted': {
    kind: 'access.people',
    says: 'deleted the unconfirmed account of {person}',
  },
  'member.joined': { kind: 'access.people', says: 'joined[ {publisher}] as {role}' },
  'member.role_changed': { kind: 'access.people', says: 'made {person} {role}[ of {publisher}]' },
  'member.removed': { kind: 'access.people', says: 'removed {person}[ from {publisher}]' },
  'invitation.made': { kind: 'access.people', says: 'invited {person}[ to {publisher}] as {role}' },
  'invitation.revoked': {
    kind: 'access.people',
    says: 'took back the invitation of {person}[ to {publisher}]',
  },
  'link.set_up_made': {
    kind: 'access.people',
    says: 'made the link by which the first operator sets up an account',
  },
  'token.made': { kind: 'access.keys', says: 'made the token {name} with the rights of {role}' },
  'token.revoked': { kind: 'access.keys', says: 'ended the token {name}' },
  'publisher_token.made': {
    kind: 'access.keys',
    says: 'made the token {name}[ of {publisher}] with the rights of {role}',
  },
  'publisher_token.revoked': { kind: 'access.keys', says: 'ended the token {name}[ of {publisher}]' },
} as const satisfies Readonly<Record<string, AuditRow>>
