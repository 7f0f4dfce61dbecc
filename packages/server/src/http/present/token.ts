import { secondsOf } from '@quoin/core/time/seconds-of.ts'
interface Token<Role extends string> {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly masked: string
  readonly actor: string
  readonly createdAtMs: number
  readonly expiresAtMs: number | null
  readonly lastUsedAtMs: number | null
}

/** A program's token in a list. */
export function presentToken<Role extends string>(token: Token<Role>) {
  const { id, name, role, masked, actor, createdAtMs, expiresAtMs, lastUsedAtMs } = token
  return {
    id,
    name,
    role,
    masked,
    actor,
    created_at: secondsOf(createdAtMs),
    expires_at: secondsOf(expiresAtMs),
    last_used_at: secondsOf(lastUsedAtMs),
  }
}
