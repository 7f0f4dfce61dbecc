import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { classOfAsn } from '../../packages/core/src/risk/classified-networks.ts'
import { havePackages } from '../have-packages.ts'

/**
 * `npm run data:addresses`: makes packages/server/data/addresses.bin.gz of the ASN database, and beside its test a sample
 * of the same rows, by which the table is checked without the 63 MB of the whole.
 */
const root = join(import.meta.dirname, '../..')
const samples = join(root, 'packages/server/src/adapters/addresses/asn-sample')
/** Of networks that are not in the list, and of the others' further rows. */
const everyRow = 400

const asn = join(await havePackages('addresses'), 'node_modules/@ip-location-db/asn')
const { version } = JSON.parse(readFileSync(join(asn, 'package.json'), 'utf8')) as { version: string }
const source = `ip-location-db asn ${version}, from RouteViews, DB-IP (https://db-ip.com) and the NRO, CC BY 4.0`
const files = { ipv4: join(asn, 'asn-ipv4.csv'), ipv6: join(asn, 'asn-ipv6.csv') }
const out = join(root, 'packages/server/data/addresses.bin.gz')
const quoin = join(root, 'packages/server/bin/quoin.js')
const words = ['risk', 'refresh-addresses', '--ipv4', files.ipv4, '--ipv6', files.ipv6]
const { status } = spawnSync(process.execPath, [quoin, ...words, '--source', source, '--out', out], {
  stdio: 'inherit',
})
if (status !== 0) throw new Error('The table was not made.')
for (const path of Object.values(files)) await sample(path)

/** The first row of each network of the list, and some of all rows, in their order. */
async function sample(path: string): Promise<void> {
  const seen = new Set<number>()
  const rows: string[] = []
  const lines = createInterface({ input: createReadStream(path) })
  let count = 0
  lines.on('line', (line) => {
    const number = Number(line.split(',')[2])
    const isFirst = classOfAsn.has(number) && !seen.has(number)
    seen.add(number)
    if (isFirst || count % everyRow === 0) rows.push(line)
    count += 1
  })
  await once(lines, 'close')
  const name = path.endsWith('asn-ipv4.csv') ? 'asn-ipv4.csv' : 'asn-ipv6.csv'
  writeFileSync(join(samples, name), `${rows.join('\n')}\n`)
}
