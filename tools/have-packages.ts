import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inTurn } from './in-turn.ts'
import { installPackages } from './install-packages.ts'

/**
 * The folder below `tools` with packages of its own: they are large, and `npm start` and `npm test` do without. Installs
 * them where they are not there, or are not those of its lock file.
 */
export async function havePackages(name: string): Promise<string> {
  const folder = join(import.meta.dirname, name)
  const wanted = join(folder, 'package-lock.json')
  const installed = join(folder, 'node_modules/.installed-lock.json')
  const isThere = () => existsSync(installed) && readFileSync(installed).equals(readFileSync(wanted))
  if (isThere()) return folder
  // Tests of several files ask for them at once.
  await inTurn(join(folder, '.installing'), async () => {
    if (isThere()) return
    console.error(`The packages of tools/${name} are being installed.`)
    await installPackages(folder)
    // Last: an install that was broken off is begun anew.
    copyFileSync(wanted, installed)
  })
  return folder
}
