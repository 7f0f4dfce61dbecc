import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findRunningEmbeddedPostgres } from '@quoin/embedded-postgres/embedded-postgres.ts'
import type { DemoCredentials } from '../../features/demo/create-demo.ts'
import { isSystemError, replacePrivateFile } from '../process/private-file.ts'

/** The example catalogue of the demo. */
export const exampleOffers = fileURLToPath(new URL('../../../../../examples/offers.csv', import.meta.url))

/** The offers of the other networks of the demo's month. */
export const networkOffers = fileURLToPath(
  new URL('../../../../../examples/demo-offers.csv', import.meta.url),
)

export function demoFilePath(dataDir: string): string {
  return join(dataDir, 'demo.json')
}

export async function writeDemoFile(dataDir: string, credentials: DemoCredentials): Promise<void> {
  await replacePrivateFile(demoFilePath(dataDir), JSON.stringify(credentials, null, 2))
}

export async function readDemoFile(dataDir: string): Promise<DemoCredentials | undefined> {
  try {
    return JSON.parse(await readFile(demoFilePath(dataDir), 'utf8')) as DemoCredentials // written by us above
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw error
  }
}

/** It need not be there. */
export async function removeDemoFile(dataDir: string): Promise<void> {
  await rm(demoFilePath(dataDir), { force: true })
}

const variables: Record<keyof DemoCredentials, string> = {
  baseUrl: 'BASE_URL',
  trackUrl: 'TRACK_URL',
  postbackUrl: 'POSTBACK_URL',
  apiKey: 'API_KEY',
  apiSecret: 'API_SECRET',
}

/** Lines for `eval "$(npm run -s quoin -- demo env)"`. Values are quoted for a shell. */
export function printDemoVariables(credentials: DemoCredentials): string {
  return Object.entries(variables)
    .map(([name, variable]) => {
      const value = credentials[name as keyof DemoCredentials] // names come from the table of the same keys
      return `export ${variable}='${value.replaceAll("'", `'\\''`)}'`
    })
    .join('\n')
}

/** A start makes the demo last, so that somebody may ask before it is there. */
export async function explainMissingDemo(dataDir: string): Promise<string> {
  const folder = resolve(dataDir)
  const isStarted = (await findRunningEmbeddedPostgres(folder)) !== undefined
  if (isStarted)
    return (
      `There is no demo in ${folder} yet. A first start makes it last: ask again once npm start has said how to go on. ` +
      'There is none where DEMO is off, or was removed.'
    )
  return (
    `There is no demo in ${folder}: npm start makes it when it begins with an empty database of its own. ` +
    'If the server is starting, ask again in some seconds; if its data is elsewhere, name the folder by DATA_DIR.'
  )
}
