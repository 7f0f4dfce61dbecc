import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ended } from '../../support/run-program.ts'

export interface Credentials {
  readonly apiKey: string
  readonly apiSecret: string
}

/** As operators make them: a network, an app and an offer. */
export interface Installation extends Credentials {
  readonly offerId: number
}

/** A command of Quoin on the database that the installation is made in. */
export type RunCommand = (words: readonly string[]) => Promise<Ended>

const offer = {
  external_id: 'one',
  name: 'One',
  description: 'The only one.',
  categories: ['games'],
  payout: '1.00',
  revenue: '1.50',
  destination_url: 'https://offers.example/go?click_id={click_id}',
}

/** A database of one's own has no demo. `folder` is where the file of offers is written. */
export async function makeInstallation(runCommand: RunCommand, folder: string): Promise<Credentials> {
  const run = async (...words: readonly string[]): Promise<string> => {
    const ended = await runCommand(words)
    if (ended.code !== 0) throw new Error(`${words.join(' ')}: ${ended.stderr}`)
    return ended.stdout
  }
  await run('networks', 'create', 'faults', '--name', 'Faults', '--proof', 'none')
  const app = await run('apps', 'create', '--name', 'Faults', '--rate-limit', '1000000')
  const { live } = JSON.parse(app) as { live: Credentials } // printed so
  const file = join(folder, 'offers.json')
  await writeFile(file, JSON.stringify({ offers: [offer] }))
  await run('offers', 'import', file, '--network', 'faults')
  return live
}

/** Any offer that a link from here leads to. */
export async function findOffer(url: string, { apiKey, apiSecret }: Credentials): Promise<number> {
  const response = await fetch(`${url}/api/v1/offers?userId=finder&limit=1`, {
    headers: { 'X-API-Key': apiKey, 'X-API-Secret': apiSecret },
  })
  const body = (await response.json()) as { data: { offer_id: number }[] } // the contract's list
  const offerId = body.data[0]?.offer_id
  if (offerId === undefined) throw new Error(`${url} has no offer for us`)
  return offerId
}
