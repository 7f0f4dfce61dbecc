import { NoSessionError, sqlStateOf } from './connection-faults.ts'
import { earlierThan, isLater, type ServerRank } from './server-rank.ts'
import type { ServerSeen } from './session.ts'

/** The answer of a host of DATABASE_URL: who it is, or why it does not say so. */
export type HostAnswer =
  | { readonly url: string; readonly server: ServerSeen }
  | { readonly url: string; readonly failure: unknown }

type Answered = Extract<HostAnswer, { server: ServerSeen }>

/** The latest server of the cluster that was written to last. */
interface Remembered extends ServerRank {
  readonly system: string | undefined
}

/**
 * The host to write to: the latest of those that take writes, unless one that only reads or one that was written to
 * before is later. Hosts of another cluster count where none of the remembered one is there. Throws NoSessionError where
 * there is none.
 */
export function chooseHost(hosts: readonly HostAnswer[], remembered: Remembered | undefined): string {
  const answered = hosts.filter((host) => 'server' in host)
  const own = ofOneCluster(answered, remembered?.system)
  const best = latestOf(own.filter(({ server }) => !server.isReadOnly))
  if (best === undefined) throw asNoSession(hosts)
  const latest = latestOf(own)
  if (latest !== undefined && isLater(latest.server, best.server)) {
    throw new EarlierServerError(earlierThan(best.server, latest.server, `is on ${hostOf(latest.url)}`))
  }
  const isSame = best.server.system === remembered?.system
  if (remembered !== undefined && isSame && isLater(remembered, best.server)) {
    throw new EarlierServerError(earlierThan(best.server, remembered, 'was written to'))
  }
  return best.url
}

/** A server that would take writes and must get none, since another one is later. */
export class EarlierServerError extends NoSessionError {}

function ofOneCluster(answered: readonly Answered[], remembered: string | undefined): readonly Answered[] {
  const isOf =
    (system: string | undefined) =>
    ({ server }: Answered): boolean =>
      system === undefined || server.system === undefined || server.system === system
  const known = remembered === undefined ? [] : answered.filter(({ server }) => server.system === remembered)
  if (known.length > 0) return answered.filter(isOf(remembered))
  const first = answered.find(({ server }) => !server.isReadOnly)
  return answered.filter(isOf(first?.server.system))
}

/** The first of equals. */
export function latestOf(hosts: readonly Answered[]): Answered | undefined {
  return hosts.reduce<Answered | undefined>(
    (best, host) => (best === undefined || isLater(host.server, best.server) ? host : best),
    undefined,
  )
}

/** A server that was there and was not taken says more than one that does not answer. */
function asNoSession(hosts: readonly HostAnswer[]): NoSessionError {
  if (hosts.some((host) => 'server' in host)) return new NoSessionError('it is read-only')
  return noSession(hosts.flatMap((host) => ('failure' in host ? [host.failure] : [])))
}

/** Whatever the reasons, one error that names them. */
export function noSession(failures: readonly unknown[]): NoSessionError {
  const refused = failures.find((failure) => failure instanceof NoSessionError)
  const answered = failures.find((failure) => sqlStateOf(failure) !== undefined)
  return refused ?? new NoSessionError(failures.map(messageOf).join('; '), answered ?? failures.at(-1))
}

/** A refused connection is an error without words of its own: one for each address that was tried. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** `db1:5432`: without the user and the password. */
export function hostOf(url: string): string {
  return new URL(url).host
}
