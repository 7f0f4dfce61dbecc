interface KindGroup {
  readonly label: string
  /** At the end of a row. */
  readonly short: string
  readonly kinds: Readonly<Record<string, string>>
}

/** The kinds of changes that people look for, one level deep: a group and its members, each named `group.member`. */
export const auditGroups = {
  money: {
    label: 'Money',
    short: 'Money',
    kinds: {
      'money.settlements': 'Paid, received or adjusted',
      'money.terms': 'Margins, promotions and rates',
    },
  },
  offers: {
    label: 'Offers',
    short: 'Offers',
    kinds: {
      'offers.changed': 'Added or changed',
      'offers.paused': 'Paused or resumed',
      'offers.caps': 'Caps and holds',
      'offers.imported': 'Imported',
    },
  },
  review: {
    label: 'Review',
    short: 'Review',
    kinds: { 'review.decided': 'Conversions decided', 'review.tickets': 'Tickets answered' },
  },
  publishers: {
    label: 'Publishers and apps',
    short: 'Publishers',
    kinds: { 'publishers.publishers': 'Publishers', 'publishers.apps': 'Apps' },
  },
  networks: {
    label: 'Networks and postbacks',
    short: 'Networks',
    kinds: {
      'networks.networks': 'Networks',
      'networks.sources': 'Sources of offers',
      'networks.postbacks': 'Postbacks replayed',
    },
  },
  callbacks: {
    label: 'Callbacks',
    short: 'Callbacks',
    kinds: {
      'callbacks.endpoints': 'Endpoints set or removed',
      'callbacks.switched': 'Turned on or off',
      'callbacks.replayed': 'Sent again',
    },
  },
  lists: {
    label: 'Lists and risk',
    short: 'Lists',
    kinds: {
      'lists.entries': 'List entries',
      'lists.weights': 'Risk weights',
      'lists.erased': 'Users erased',
    },
  },
  access: {
    label: 'People and access',
    short: 'Access',
    kinds: {
      'access.people': 'People and roles',
      'access.sessions': 'Signed in and out',
      'access.keys': 'Keys, secrets and tokens',
      'access.views': 'Looked or called as a publisher',
    },
  },
  platform: {
    label: 'Platform',
    short: 'Platform',
    kinds: { 'platform.alerts': 'Alerts', 'platform.system': 'System' },
  },
} as const satisfies Readonly<Record<string, KindGroup>>

export type AuditGroup = keyof typeof auditGroups

type KindsOf<Group> = Group extends { readonly kinds: infer Kinds } ? keyof Kinds : never

export type AuditKind = KindsOf<(typeof auditGroups)[AuditGroup]>

export const auditGroupNames = Object.keys(auditGroups) as readonly AuditGroup[] // the keys of this very table

export function groupOf(kind: AuditKind): AuditGroup {
  return kind.slice(0, kind.indexOf('.')) as AuditGroup // each is named by its group
}
