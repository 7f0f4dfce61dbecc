import { notFound } from '@quoin/core/errors.ts'
import type { Source } from '../../../store/sources/sources.ts'
import type { CommandPorts } from '../../open-command.ts'

/** Throws RESOURCE_NOT_FOUND for an unknown one. */
export async function sourceNamed({ db, store }: CommandPorts, source: string): Promise<Source> {
  const found = await store.sources.findSourceByName(db, source)
  if (found === undefined) throw notFound(`There is no source "${source}".`)
  return found
}

/** A time as a column has it, in UTC. */
export function momentOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}
