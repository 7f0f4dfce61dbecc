interface Token {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly masked: string
  readonly actor: string
  readonly createdAtMs: number
  readonly expiresAtMs: number | null
  readonly lastUsedAtMs: number | null
}

/** A program's token in a list. */
export function presentToken(token: Token) {
  const { id, name, role, masked, actor, createdAtMs, expiresAtMs, lastUsedAtMs } = token
  return {
    ...{ id, name, role, masked, actor },
    created_at: Math.floor(createdAtMs / 1000),
    expires_at: expiresAtMs === null ? null : Math.floor(expiresAtMs / 1000),
    last_used_at: lastUsedAtMs === null ? null : Math.floor(lastUsedAtMs / 1000),
  }
}
