/** One thing to choose, with how many rows it has; one with members stands for all of them. */
export interface PickerOption {
  readonly value: string
  readonly label: string
  readonly count?: number
  readonly members?: readonly PickerOption[]
}

export type PickerMark = 'all' | 'some' | 'none'

/** The members that chosen values stand for. */
export function spread(options: readonly PickerOption[], chosen: readonly string[]): ReadonlySet<string> {
  const asked = new Set(chosen)
  return new Set(
    options.flatMap((option) =>
      asked.has(option.value) ? leavesOf(option) : leavesOf(option).filter((leaf) => asked.has(leaf)),
    ),
  )
}

/** The fewest values that stand for the same members. */
export function gather(options: readonly PickerOption[], leaves: ReadonlySet<string>): readonly string[] {
  return options.flatMap((option) =>
    markOf(option, leaves) === 'all' ? [option.value] : leavesOf(option).filter((leaf) => leaves.has(leaf)),
  )
}

export function markOf(option: PickerOption, leaves: ReadonlySet<string>): PickerMark {
  const own = leavesOf(option)
  const marked = own.filter((leaf) => leaves.has(leaf)).length
  if (marked === 0) return 'none'
  return marked === own.length ? 'all' : 'some'
}

/** One that is chosen in part is chosen as a whole by the next press. */
export function toggle(option: PickerOption, leaves: ReadonlySet<string>): ReadonlySet<string> {
  const next = new Set(leaves)
  const isOff = markOf(option, leaves) === 'all'
  for (const leaf of leavesOf(option)) {
    if (isOff) next.delete(leaf)
    else next.add(leaf)
  }
  return next
}

/** Options whose name, or a member's name, has the text; what is chosen stays on top of a flat list. */
export function matching(
  options: readonly PickerOption[],
  text: string,
  chosen: ReadonlySet<string>,
): readonly PickerOption[] {
  const sought = text.trim().toLowerCase()
  const has = ({ label }: PickerOption) => label.toLowerCase().includes(sought)
  const found = options.flatMap((option) => {
    if (has(option)) return [option]
    const members = option.members?.filter(has) ?? []
    if (members.length > 0) return [{ ...option, members }]
    return option.members === undefined && chosen.has(option.value) ? [option] : []
  })
  if (options.some(({ members }) => members !== undefined)) return found
  return [
    ...found.filter(({ value }) => chosen.has(value)),
    ...found.filter(({ value }) => !chosen.has(value)),
  ]
}

/** "Money and 1 more" */
export function nameChoice(
  options: readonly PickerOption[],
  chosen: readonly string[],
  none: string,
): string {
  const all = options.flatMap((option) => [option, ...(option.members ?? [])])
  const [first, ...others] = chosen
  if (first === undefined) return none
  const name = all.find(({ value }) => value === first)?.label ?? first
  return others.length === 0 ? name : `${name} and ${others.length} more`
}

function leavesOf({ value, members }: PickerOption): readonly string[] {
  return members === undefined ? [value] : members.map((member) => member.value)
}
