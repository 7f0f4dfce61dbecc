/** Chosen offers: some by their ids, or all that match but for some. */
export interface Selection {
  readonly isAll: boolean
  /** With all of them: those that are left out. */
  readonly ids: ReadonlySet<string>
}

export const nothingChosen: Selection = { isAll: false, ids: new Set() }
/** As many as an address carries, and the server takes. */
const idsMax = 500

export function isChosen({ isAll, ids }: Selection, id: string): boolean {
  return isAll !== ids.has(id)
}

export function countChosen({ isAll, ids }: Selection, total: number): number {
  return isAll ? Math.max(0, total - ids.size) : ids.size
}

/** With some of them chosen, or not; unchanged where that would be too many to name. */
export function choose(selection: Selection, ids: readonly string[], isOn: boolean): Selection {
  const next = new Set(selection.ids)
  for (const id of ids) {
    if (selection.isAll === isOn) next.delete(id)
    else next.add(id)
  }
  return next.size > idsMax ? selection : { ...selection, ids: next }
}

/** As the address of the page that edits them has it. */
export function addressOf({ isAll, ids }: Selection): { readonly ids?: string; readonly except?: string } {
  const listed = [...ids].join(',')
  return isAll ? { except: listed } : { ids: listed }
}

/** Ids of an address that somebody may have written by hand. */
export function idsOf(text: string): readonly number[] {
  return text
    .split(',')
    .filter((id) => /^[1-9][0-9]{0,14}$/.test(id))
    .map(Number)
}
