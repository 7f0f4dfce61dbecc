import {
  type AttributeName,
  attributeNames,
  componentsKey,
  findValue,
  type Path,
  rootsOf,
} from './attribute-names.ts'
import { readText } from './attribute-values.ts'

/** The rest of a submission that is too large to be kept as it came. */
export interface KeptAttributes {
  readonly values: Readonly<Record<string, unknown>>
  /** The names under which something was kept, with dots. */
  readonly kept: readonly string[]
  /** The outermost names of which nothing was, as many as an answer has room for. */
  readonly dropped: readonly string[]
}

interface Branch {
  [key: string]: unknown
}

const droppedMax = 64
const nameLengthMax = 64

/** The fields that risk is read from, and the browser, which the contract names as well. */
const keptNames: readonly AttributeName<unknown>[] = [
  ...Object.values(attributeNames),
  { paths: [['browser']], read: readText },
]

/** Keeps every fact that is read, at its place and as it is read: what is kept is read like the whole. */
export function keepAttributes(data: Readonly<Record<string, unknown>>): KeptAttributes {
  const values: Branch = {}
  const kept: string[] = []
  for (const [index, root] of rootsOf(data).entries()) {
    const prefix = index === 0 ? [] : [componentsKey]
    for (const { paths, read } of keptNames) {
      for (const path of paths) {
        const fact = read(findValue(root, path))
        if (fact === undefined) continue
        put(values, [...prefix, ...path], typeof fact === 'object' ? findPair(root, path) : fact)
        kept.push([...prefix, ...path].join('.'))
      }
    }
  }
  return { values, kept, dropped: droppedOf(data, kept) }
}

/** A screen is a text or two numbers: both are read again as they are. */
function findPair(root: unknown, path: Path): unknown {
  const raw = findValue(root, path)
  return Array.isArray(raw) ? raw.slice(0, 2) : readText(raw)
}

/** Writes a value where the path leads. */
function put(branch: Branch, [key = '', ...rest]: Path, value: unknown): void {
  if (rest.length === 0) {
    branch[key] = value
    return
  }
  const inner: Branch = {}
  const there = branch[key]
  if (typeof there === 'object' && there !== null) Object.assign(inner, there)
  branch[key] = inner
  put(inner, rest, value)
}

function droppedOf(data: Readonly<Record<string, unknown>>, kept: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const [index, root] of rootsOf(data).entries()) {
    const prefix = index === 0 ? '' : `${componentsKey}.`
    for (const key of Object.keys(root ?? {})) {
      if (names.length === droppedMax) return names
      const name = `${prefix}${key}`
      if (name === componentsKey && typeof data[key] === 'object') continue
      if (kept.some((path) => path === name || path.startsWith(`${name}.`))) continue
      names.push(name.slice(0, nameLengthMax).toWellFormed())
    }
  }
  return names
}
