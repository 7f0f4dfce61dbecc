import type { DataOf } from '../../api/operation-types.ts'
import type { PickerOption } from '../../parts/table/picker-choice.ts'

type Counts = Pick<DataOf<'countAudit'>, 'actors' | 'groups' | 'counts'>

/** Everybody who has changed something in the range, and whoever is chosen. */
export function optionsOfActors(
  counts: Counts | undefined,
  chosen: readonly string[],
): readonly PickerOption[] {
  const known = (counts?.actors ?? []).map(({ actor, who, count }) => ({
    value: actor,
    label: who.publisher ? `${who.name} of ${who.publisher.name}` : who.name,
    count,
  }))
  const missing = chosen.filter((actor) => !known.some(({ value }) => value === actor))
  return [
    ...known,
    ...missing.map((actor) => ({ value: actor, label: actor.replace(/^\w+:/, ''), count: 0 })),
  ]
}

/** Kinds in their groups, with the changes of the chosen actors. */
export function optionsOfKinds(
  counts: Counts | undefined,
  actors: readonly string[],
): readonly PickerOption[] {
  const countOf = (kinds: readonly string[]) =>
    counts === undefined ? 0 : countChosen(counts, { actors, kinds })
  return (counts?.groups ?? []).map(({ group, label, kinds }) => ({
    value: group,
    label,
    count: countOf([group]),
    members: kinds.map((one) => ({ value: one.kind, label: one.label, count: countOf([one.kind]) })),
  }))
}

interface Chosen {
  readonly actors: readonly string[]
  readonly kinds: readonly string[]
}

/** How many changes there are of the chosen actors and kinds; of all where none is chosen. */
export function countChosen({ counts }: Pick<Counts, 'counts'>, { actors, kinds }: Chosen): number {
  return counts.reduce((sum, { actor, kind, count }) => {
    const isTheirs = actors.length === 0 || actors.includes(actor)
    const isOfKind =
      kinds.length === 0 || (kind !== null && kinds.some((one) => kind === one || kind.startsWith(`${one}.`)))
    return isTheirs && isOfKind ? sum + count : sum
  }, 0)
}
