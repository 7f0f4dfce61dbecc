import { matchesPath, type Operation } from '@quoin/contract/operation.ts'
import { operations } from '@quoin/contract/operations.ts'
import type { Mode } from '@quoin/core/apps/app.ts'
import { DomainError, invalidFields, invalidRequest } from '@quoin/core/errors.ts'
import type { CalledAs, ConsoleAnswer, ConsoleRequest } from '../../ports/console.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'
import { authenticateKey } from '../credentials/authenticate.ts'
import { findKey } from '../credentials/find-key.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'snapshots' | 'usage' | 'console'> & {
  readonly actor: string
}

interface Called {
  readonly appId: number
  readonly mode: Mode
  readonly request: ConsoleRequest
}

const callable = operations.filter(({ proof }) => proof.startsWith('key+secret'))

/** Sends a call of the publisher API with the rights of an app; one that changes something is noted with who sent it. */
export async function callAsApp(
  needs: Needs,
  { appId, mode, request }: Called,
): Promise<ConsoleAnswer & { readonly latencyMs: number }> {
  const operation = findOperation(request)
  const apiKey = await findKey(needs, appId, mode)
  if (apiKey === undefined) throw invalidRequest(`The app has no ${mode} key that works. Make a new one.`)
  const as = findCaller(needs, apiKey)
  const startedMs = needs.clock.monotonicMs()
  const answer = await needs.console.call(as, request)
  const latencyMs = needs.clock.monotonicMs() - startedMs
  if (request.method !== 'GET')
    await noteChange(needs, needs.db, {
      action: 'app.called_as',
      object: `app:${appId}`,
      details: { operation: operation.id, mode, status: answer.status },
    })
  return { ...answer, latencyMs }
}

/** INVALID_REQUEST in place of INVALID_API_KEY, which would tell the person that it is they who are not signed in. */
function findCaller(needs: Needs, apiKey: string): CalledAs {
  try {
    return authenticateKey(needs, apiKey)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw invalidRequest(
      'The API answers no such call now: the app is suspended, its publisher is not active, or its key is newer than a second.',
    )
  }
}

/** Nothing but the publisher API, by its own addresses, and without other credentials. */
function findOperation({ method, path }: ConsoleRequest): Operation {
  const url = URL.parse(path, 'http://console.invalid')
  const [address = ''] = path.split(/[?#]/, 1)
  const found =
    url?.pathname === address &&
    callable.find(
      (one) =>
        one.method === method && [one.path, ...(one.aliases ?? [])].some((own) => matchesPath(own, address)),
    )
  if (!found) throw invalidFields([{ field: 'path', rule: 'operation', message: whatIsCallable }])
  if (url.searchParams.has('apiKey') || url.searchParams.has('apiSecret'))
    throw invalidFields([
      {
        field: 'path',
        rule: 'credentials',
        message: 'must be without credentials: the call has the rights of the app',
      },
    ])
  return found
}

const whatIsCallable = `must be an operation of the publisher API, with its method: ${callable
  .map(({ method, path }) => `${method} ${path}`)
  .join(', ')}`
