import { execFileSync } from 'node:child_process'

/** The values of an option of a unit, in its order; an option that stands twice adds to itself. */
export function valuesOf(unit: string, option: string): readonly string[] {
  const lines = [...unit.matchAll(new RegExp(`^${option}=(.*)$`, 'gm'))]
  return lines.map(([, value = '']) => value)
}

/** Groups of calls by name, as systemd knows them: `@system-service` and the like, with what they consist of. */
function readGroups(): ReadonlyMap<string, readonly string[]> {
  const listed = execFileSync('systemd-analyze', ['syscall-filter', '--no-pager'], { encoding: 'utf8' })
  const groups = new Map<string, string[]>()
  let current: string[] = []
  for (const line of listed.split('\n')) {
    if (/^ {4}[@\w-]+$/.test(line)) current.push(line.trim())
    if (!/^@\S+$/.test(line)) continue
    current = []
    groups.set(line, current)
  }
  return groups
}

/** The calls that `SystemCallFilter` lets through: lists add, and those with a tilde take away. */
export function allowedCalls(filters: readonly string[]): ReadonlySet<string> {
  const groups = readGroups()
  const expand = (name: string): readonly string[] =>
    name.startsWith('@') ? (groups.get(name) ?? []).flatMap(expand) : [name]
  const allowed = new Set<string>(expand('@default'))
  for (const filter of filters) {
    const isTaken = filter.startsWith('~')
    for (const call of filter.replace('~', '').trim().split(/\s+/).flatMap(expand))
      if (isTaken) allowed.delete(call)
      else allowed.add(call)
  }
  return allowed
}
