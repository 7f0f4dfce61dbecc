import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository, runProgram } from '../../support/run-program.ts'

/** As operators make them: a network, an app and an offer. */
export interface Installation {
  readonly apiKey: string
  readonly apiSecret: string
  readonly offerId: number
}

const offer = {
  external_id: 'one',
  name: 'One',
  description: 'The only one.',
  categories: ['games'],
  payout: '1.00',
  revenue: '1.50',
  destination_url: 'https://offers.example/go?click_id={click_id}',
}

export interface InstallationOptions {
  /** That of a running Quoin. */
  readonly environment: Readonly<Record<string, string>>
  readonly url: string
  readonly folder: string
  /** Whose commands are used. */
  readonly checkout?: string
}

export async function makeInstallation({
  environment,
  url,
  folder,
  checkout = repository,
}: InstallationOptions): Promise<Installation> {
  const program = join(checkout, 'packages', 'server', 'bin', 'quoin.js')
  const run = async (...words: readonly string[]): Promise<string> => {
    const ended = await runProgram(process.execPath, [program, ...words], environment, checkout)
    if (ended.code !== 0) throw new Error(`${words.join(' ')}: ${ended.stderr}`)
    return ended.stdout
  }
  await run('networks', 'create', 'faults', '--name', 'Faults', '--proof', 'none')
  const app = await run('apps', 'create', '--name', 'Faults', '--rate-limit', '1000000')
  const { live } = JSON.parse(app) as { live: { apiKey: string; apiSecret: string } } // printed so
  const file = join(folder, 'offers.json')
  writeFileSync(file, JSON.stringify({ offers: [offer] }))
  await run('offers', 'import', file, '--network', 'faults')
  return { ...live, offerId: await findOffer(url, live) }
}

async function findOffer(url: string, { apiKey, apiSecret }: Omit<Installation, 'offerId'>): Promise<number> {
  const response = await fetch(`${url}/api/v1/offers?userId=finder&limit=1`, {
    headers: { 'X-API-Key': apiKey, 'X-API-Secret': apiSecret },
  })
  const body = (await response.json()) as { data: { offer_id: number }[] } // the contract's list
  const offerId = body.data[0]?.offer_id
  if (offerId === undefined) throw new Error('the installation has no offer')
  return offerId
}
