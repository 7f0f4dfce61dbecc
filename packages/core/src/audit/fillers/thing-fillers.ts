import { type AlertRuleName, alertRules } from '../../alerts/alert-rule.ts'
import type { MemberRole } from '../../people/member-role.ts'
import type { StaffRole } from '../../people/staff-role.ts'
import { plain, strong } from '../piece.ts'
import { type Filler, known, ofText, textFor } from './filler.ts'

const nouns: Readonly<Record<string, string>> = {
  offer: 'an offer',
  offer_edit: 'many offers',
  app: 'an app',
  publisher: 'a publisher',
  network: 'a network',
  source: 'a source',
  conversion: 'a conversion',
  callback_endpoint: 'a receiver',
  ticket: 'a ticket',
  alert_channel: 'an alert channel',
}

/** The thing that was changed; undefined where it is many, such as all postbacks. */
export const object: Filler = ({ change, things }) => {
  const [noun = '', id] = change.object.split(':')
  return (
    known(things.get(change.object)) ?? (id === undefined ? undefined : [plain(nouns[noun] ?? 'something')])
  )
}

/** By their name; whoever has no account any more by the address that was noted. */
export const person: Filler = (facts) =>
  known(facts.things.get(facts.change.object)) ?? ofText('email')(facts) ?? [plain('somebody')]

const roles: Readonly<Record<StaffRole | MemberRole, string>> = {
  operator: 'an operator',
  reviewer: 'a reviewer',
  analyst: 'an analyst',
  owner: 'an owner',
  developer: 'a developer',
}

export const role: Filler = ({ after, field }) => {
  return [plain(textFor(roles, after['role'] ?? field('role')) || 'a member')]
}

/** Alert rules and weights are named by their ids; rules have a title. */
export const id: Filler = ({ change }) => {
  const own = change.object.slice(change.object.indexOf(':') + 1)
  const isRule = change.object.startsWith('alert_rule:') && Object.hasOwn(alertRules, own)
  return [strong(isRule ? alertRules[own as AlertRuleName].title : own)] // just asked
}
