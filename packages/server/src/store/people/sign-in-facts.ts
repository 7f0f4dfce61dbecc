import type { Db } from '../pg/database.ts'
import type { Transaction } from '../pg/db.ts'

/** The facts that a first step of a sign-in was judged by. */
interface SignInFacts {
  readonly hash: string
  readonly hasTwoFactor: boolean
}

/** Undefined where nobody has the address, and for the placeholder of whoever only claims one. */
export async function findSignInFacts(db: Db, email: string): Promise<SignInFacts | undefined> {
  const [row] = await db.query<SignInFacts>(
    `select a.password as hash, u.two_factor_enabled as "hasTwoFactor"
     from people_users u join people_accounts a on a.user_id = u.id
     where u.email = $1 and u.claimed_email is null and a.password is not null`,
    [email],
  )
  return row
}

/** Whether they hold still. It waits for a change under way, which has ended the sessions that it saw. */
export async function areSignInFacts(
  db: Db,
  email: string,
  { hash, hasTwoFactor }: SignInFacts,
): Promise<boolean> {
  const rows = await db.query(
    `select from people_users u join people_accounts a on a.user_id = u.id
     where u.email = $1 and a.password = $2 and u.two_factor_enabled = $3 for share of u, a`,
    [email, hash, hasTwoFactor],
  )
  return rows.length > 0
}

/** Whether this is still a person's password; it is changed no earlier than the transaction ends. */
export async function holdPassword(
  tx: Transaction,
  { personId, hash }: { readonly personId: string; readonly hash: string },
): Promise<boolean> {
  const rows = await tx.query('select from people_accounts where user_id = $1 and password = $2 for share', [
    personId,
    hash,
  ])
  return rows.length > 0
}
