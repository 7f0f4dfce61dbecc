import { join } from 'node:path'
import { repository, runProgram } from '../../support/run-program.ts'
import { findOffer, type Installation, makeInstallation } from '../support/installation.ts'

export interface InstallationOptions {
  /** That of a running Quoin. */
  readonly environment: Readonly<Record<string, string>>
  readonly url: string
  readonly folder: string
  /** Whose commands are used. */
  readonly checkout?: string
}

/** By the commands of a checkout, each a process of its own: that of a version before knows other tables. */
export async function makeClusterInstallation({
  environment,
  url,
  folder,
  checkout = repository,
}: InstallationOptions): Promise<Installation> {
  const program = join(checkout, 'packages', 'server', 'bin', 'quoin.js')
  const credentials = await makeInstallation(
    (words) => runProgram(process.execPath, [program, ...words], environment, checkout),
    folder,
  )
  return { ...credentials, offerId: await findOffer(url, credentials) }
}
