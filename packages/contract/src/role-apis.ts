import { manageOperations } from './manage/operations.ts'
import type { Operation } from './operation.ts'
import { operatorOperations } from './operator/operations.ts'
import { printPaths, printTags } from './print-paths.ts'
import { errorEnvelope } from './shapes/envelopes.ts'

interface About {
  readonly baseUrl: string
  readonly version: string
}

const staffSession = {
  type: 'apiKey',
  in: 'cookie',
  name: 'quoin.session_token',
  description:
    'A person who has signed in on the dashboard; what changes something must come from its own pages.',
}

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })
const staffSchemes = {
  operatorToken: bearer('An operator token of the dashboard, or OPERATOR_TOKEN of the service.'),
  staffSession,
}
const memberSchemes = { publisherToken: bearer("A token of the publisher's dashboard."), staffSession }

/** The OpenAPI document of what the people of the platform may do, and programs in their place. */
export function printOperatorApi(about: About): object {
  return printRoleApi(about, {
    title: 'Quoin: operator API',
    description:
      'Everything that the dashboard and the commands do to a running service. A program sends an operator token ' +
      'as `Authorization: Bearer`; each token has a role, and each operation names the least role that may call ' +
      `it: analyst reads, reviewer also decides, operator does everything. ${roleRules}`,
    operations: operatorOperations,
    securitySchemes: staffSchemes,
  })
}

/** The same of what the people of a publisher may do. */
export function printManageApi(about: About): object {
  return printRoleApi(about, {
    title: 'Quoin: management API',
    description:
      "Everything that the publisher's dashboard does. A program sends a publisher's token as `Authorization: " +
      'Bearer`; each token has a role, and each operation names the least role that may call it: analyst reads, ' +
      'developer changes apps, keys and callbacks, owner does everything. Anything that is not the publisher’s own ' +
      `is RESOURCE_NOT_FOUND. ${roleRules}`,
    operations: manageOperations,
    securitySchemes: memberSchemes,
  })
}

const roleRules =
  'A role that is too low is INVALID_API_SECRET. A field in a body that the operation does not have is INVALID_REQUEST. Amounts are exact decimals in text, times are Unix seconds, lists ' +
  'go on from `meta.next`.'

interface RoleApi {
  readonly title: string
  readonly description: string
  readonly operations: readonly Operation[]
  readonly securitySchemes: object
}

function printRoleApi(
  { baseUrl, version }: About,
  { title, description, operations: served, securitySchemes: schemes }: RoleApi,
): object {
  return {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    tags: printTags(served),
    paths: printPaths(served, ({ path }) => path, { isClosed: true }),
    components: { securitySchemes: schemes, schemas: { Error: errorEnvelope } },
  }
}
