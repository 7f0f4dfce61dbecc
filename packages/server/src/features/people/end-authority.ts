import { operatorTokenActor, publisherTokenActor } from '@quoin/core/people/program-token.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'

interface Authority {
  /** The person or program that may not any more what it might. */
  readonly actor: string
  /** The organization where that is so; absent: the platform, which reaches everywhere. */
  readonly at?: { readonly organizationId: number; readonly publisherId: number }
}

/** Tokens that made tokens that made tokens: more in a row than this nobody has by chance. */
const actorsMax = 10_000

/**
 * Ends the open invitations, the links for a new password and the tokens that somebody has made, and whatever those tokens
 * have made: else each would be their own way back in. Returns how many tokens have ended.
 */
export async function endAuthority(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  tx: Db,
  { actor, at }: Authority,
): Promise<number> {
  const nowMs = clock.nowMs()
  const actors = [actor]
  for (let next = 0; next < Math.min(actors.length, actorsMax); next += 1) {
    const one = actors[next] ?? actor
    const made = { kinds: ['invitation', 'reset'], actor: one, nowMs } as const
    const { organizationId, publisherId = null } = at ?? {}
    await store.peopleLinks.revokeLinks(tx, organizationId === undefined ? made : { ...made, organizationId })
    const programs = await store.publisherTokens.revokePublisherTokensOf(tx, {
      actor: one,
      publisherId,
      nowMs,
    })
    actors.push(...programs.map(({ publisherId: of, name }) => publisherTokenActor(of, name)))
    if (at !== undefined) continue
    const names = await store.peopleTokens.revokeTokensOf(tx, { actor: one, nowMs })
    actors.push(...names.map(operatorTokenActor))
  }
  return actors.length - 1
}

/** A person whose address changes keeps what they made: it still ends with them. */
export async function moveAuthority(
  { store }: Pick<Ports, 'store'>,
  tx: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const actors = { from: `person:${from}`, to: `person:${to}` }
  await store.peopleLinks.renameLinkActor(tx, actors)
  await store.peopleTokens.renameTokenActor(tx, actors)
  await store.publisherTokens.renamePublisherTokenActor(tx, actors)
}
