import type { TableFacts } from './table-facts.ts'

/** People, their sessions and tokens. */
export const peopleTables: Readonly<Record<string, TableFacts>> = {
  people_users: {
    purpose: 'People with an account.',
    bound: 'one for each',
    kept: { kind: 'present' },
  },
  people_accounts: {
    purpose: 'Their ways to sign in; passwords as scrypt.',
    bound: 'one or two for each person',
    kept: { kind: 'present' },
  },
  people_two_factors: {
    purpose: 'Second steps, sealed.',
    bound: 'one for each person at most',
    kept: { kind: 'present' },
  },
  people_sessions: {
    purpose: 'Sessions of people.',
    bound: 'deleted when they have ended',
    kept: { kind: 'present' },
  },
  people_verifications: {
    purpose: 'Codes that wait, and those that were used.',
    bound: 'deleted when they have ended',
    kept: { kind: 'present' },
  },
  people_organizations: {
    purpose: 'The platform and the publishers, as their people see them.',
    bound: 'one for each',
    kept: { kind: 'present' },
  },
  people_members: {
    purpose: 'Who belongs to which, in which role.',
    bound: 'one for each',
    kept: { kind: 'present' },
  },
  people_links: {
    purpose: 'Invitations, links for a password, set-up links, as digests.',
    bound: 'a few hundred a day at most, by the limits of mails and invitations',
    kept: { kind: 'always' },
  },
  people_tokens: {
    purpose: 'Tokens of programs for the operator API, as digests.',
    bound: 'one for each that was made',
    kept: { kind: 'always' },
  },
  people_publisher_tokens: {
    purpose: 'Tokens of programs for the management API, as digests.',
    bound: 'one for each that was made',
    kept: { kind: 'always' },
  },
  people_views: {
    purpose: 'Whose pages an operator looks at as a publisher.',
    bound: 'deleted with the session',
    kept: { kind: 'present' },
  },
}
