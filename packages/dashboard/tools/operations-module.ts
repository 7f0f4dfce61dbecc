import { manageOperations } from '@quoin/contract/manage/operations.ts'
import { operatorOperations } from '@quoin/contract/operator/operations.ts'
import { peopleOperations } from '@quoin/contract/people/operations.ts'
import type { Plugin } from 'vite'
import dashboard from '../package.json' with { type: 'json' }

const name = 'virtual:operations'
const resolved = `\0${name}`

/**
 * Method and path of every operation that the dashboard calls, by id. The contract is read while the pages are built, so
 * that its schemas and their library stay out of the browser. With them goes the version that the pages are of.
 */
export function operationsModule(): Plugin {
  return {
    name: 'operations',
    resolveId: (id) => (id === name ? resolved : undefined),
    load: (id) => (id === resolved ? printModule() : undefined),
  }
}

function printModule(): string {
  const version = JSON.stringify(dashboard.version)
  return `export const operations = ${JSON.stringify(table())}\nexport const version = ${version}`
}

function table(): Readonly<Record<string, readonly [method: string, path: string]>> {
  return Object.fromEntries(
    [...operatorOperations, ...manageOperations, ...peopleOperations].map(({ id, method, path }) => [
      id,
      [method, path],
    ]),
  )
}
