import type { ListDirectory } from '../../../ports/directories.ts'

/** Some 60 MB. With more apps and entries than that the keys of an app are made again when it comes. */
const keysMax = 500_000

type Keyed = ReadonlyMap<string, unknown>

const keyedLists = new WeakMap<ListDirectory, { readonly made: Map<string, Keyed>; keys: number }>()

/**
 * A value made of one state of the lists under the keys of an app and mode, kept by a name; the oldest one gives way.
 * Lists are kept in the clear and the graph is keyed: each key costs an HMAC, once for every change of a list.
 */
export function keepKeyed<Value>(
  lists: ListDirectory,
  name: string,
  make: () => ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  const kept = keyedLists.get(lists) ?? { made: new Map<string, Keyed>(), keys: 0 }
  keyedLists.set(lists, kept)
  const known = kept.made.get(name)
  if (known !== undefined) return asMade<Value>(known)
  const made = make()
  kept.made.set(name, made)
  kept.keys += made.size
  for (const [oldest, { size }] of kept.made) {
    if (kept.keys <= keysMax || oldest === name) break
    kept.made.delete(oldest)
    kept.keys -= size
  }
  return made
}

/** A name is always made by the same caller. */
function asMade<Value>(keyed: Keyed): ReadonlyMap<string, Value> {
  return keyed as ReadonlyMap<string, Value>
}
