import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** An operating system account that PostgreSQL runs as when we are root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

const preferredAccounts = ['postgres', '_postgres', 'nobody']

/**
 * PostgreSQL refuses to run as root, so root lends it an account that exists: whoever owns the nearest
 * existing folder of the data (a checkout of an ordinary user, a cluster that was made before), else a system
 * account. Undefined when we are not root: then it runs as we do.
 */
export async function chooseAccount(dataPath: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readAccounts(await readFile('/etc/passwd', 'utf8'))
  const owner = await ownerOf(dataPath)
  const chosen =
    accounts.find(({ uid }) => uid !== 0 && uid === owner) ??
    preferredAccounts.flatMap((name) => accounts.filter((account) => account.name === name)).at(0)
  if (chosen === undefined) {
    throw new Error(
      'PostgreSQL does not run as root and there is no account postgres or nobody: ' +
        'start Quoin as an ordinary user, or set DATABASE_URL',
    )
  }
  return chosen
}

/**
 * Whether an account can get into a folder: it needs the search permission there and on every folder above.
 */
export async function canEnter(folder: string, account: Account): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  if (((mode >> shift) & 0o1) === 0) return false
  const above = dirname(resolve(folder))
  return above === resolve(folder) || canEnter(above, account)
}

/** The options of a child process that is to run as the account. */
export function identityOf(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid }
}

async function ownerOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found?.uid ?? ownerOf(dirname(resolve(path)))
}

function readAccounts(passwd: string): Account[] {
  return passwd
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7 && fields[0] !== '')
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
