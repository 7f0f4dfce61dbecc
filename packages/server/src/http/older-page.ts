import { type DomainError, type FieldProblem, invalidRequest } from '@quoin/core/errors.ts'
import type { Client } from './route.ts'

export interface PageFacts {
  /** The server's. */
  readonly version: string
  readonly client: Client
}

/** The version of the page that a call comes from. The first pages do not say it. */
const header = 'x-quoin-version'

/** Whether a call comes from a page of the dashboard that another version of the server has sent. */
export function isOlderPage({ version, client }: PageFacts): boolean {
  const isPage = client.header('cookie') !== undefined && client.header('authorization') === undefined
  return isPage && client.header(header) !== version
}

export function olderPage(problems: readonly FieldProblem[]): DomainError {
  const own: FieldProblem = { field: header, rule: 'version', message: 'is another than that of the server' }
  return invalidRequest('This page is older than the server. Reload it and try again.', [...problems, own])
}
