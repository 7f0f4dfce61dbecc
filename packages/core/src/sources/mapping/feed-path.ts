/**
 * A dotted path into a record: `offers`, `geo.countries.*.code`. `*` is every entry of an array or of an object by key. A
 * backslash before a dot makes it a part of a name (`payout\\.usd`). Nothing is the value itself.
 */
export type FeedPath = string

const pathLengthMax = 200
const pathStepsMax = 20
/** Values that a path with `*` finds; those behind them are not read. */
const pathValuesMax = 1_000

/** Why a text is no path; undefined where it is one. */
export function pathProblem(text: string): string | undefined {
  if (text.length > pathLengthMax) return `must have at most ${pathLengthMax} characters`
  const steps = stepsOf(text)
  if (steps.length > pathStepsMax) return `must have at most ${pathStepsMax} steps`
  return steps.includes('') ? 'must have a name between two dots' : undefined
}

/** The path of these names. */
export function joinSteps(steps: readonly string[]): FeedPath {
  return steps.map((step) => step.replaceAll(/[\\.]/g, (mark) => `\\${mark}`)).join('.')
}

/**
 * The value at a path; behind a `*` the list of all that are there, and so behind a list that a path without `*` meets: feeds
 * write one entry as itself and several as a list. Undefined where a step is missing.
 */
export function valueAtPath(value: unknown, path: FeedPath): unknown {
  const steps = stepsOf(path)
  let found = value
  for (const [at, step] of steps.entries()) {
    if (step === '*' || isListWithout(found, step))
      return valuesAtSteps(found, steps.slice(at), pathValuesMax)
    ;[found] = presentIn(found, step)
  }
  return found
}

/** The entries of the list at a path; `next` is the path that is read in each of them. */
export function entriesAtPath(value: unknown, path: FeedPath, next: FeedPath): readonly unknown[] {
  const [first] = stepsOf(next)
  const found = valueAtPath(value, path)
  const lists = stepsOf(path).includes('*') && Array.isArray(found) ? found : [found]
  return lists.flatMap((list) => entriesIn(list, first)).slice(0, pathValuesMax)
}

/** All values at a path, in their order. */
export function valuesAtPath(value: unknown, path: FeedPath, max = pathValuesMax): readonly unknown[] {
  return valuesAtSteps(value, stepsOf(path), max)
}

/** Whether more is at a path, or on the way to it, than is read. */
export function isCutAtPath(value: unknown, path: FeedPath): boolean {
  const steps = stepsOf(path)
  return steps.some((_step, at) => {
    const found = valuesAtSteps(value, steps.slice(0, at + 1), pathValuesMax + 1)
    return found.length > pathValuesMax || found.some((one) => sizeOf(one) > pathValuesMax)
  })
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

function valuesAtSteps(value: unknown, steps: readonly string[], max: number): readonly unknown[] {
  let found: readonly unknown[] = [value]
  for (const [at, step] of steps.entries()) {
    const into = (one: unknown) => (step === '*' ? entriesIn(one, steps[at + 1]) : presentIn(one, step))
    found = found.flatMap(into).slice(0, max)
  }
  return found
}

function presentIn(value: unknown, step: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (isListWithout(value, step))
    return value.flatMap((one) => (Array.isArray(one) ? [] : presentIn(one, step)))
  if (!Object.hasOwn(value, step)) return []
  return [(value as Readonly<Record<string, unknown>>)[step]] // it has its own
}

function isListWithout(value: unknown, step: string): value is readonly unknown[] {
  return Array.isArray(value) && !/^\d+$/.test(step)
}

/**
 * The entries of a list. Where there is one alone, XML and PHP write it without a list: a text is its own entry, and so is an
 * object that has what is asked for next. To find nothing there would open an offer for one country to the world.
 */
function entriesIn(value: unknown, next: string | undefined): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return value === undefined || value === null ? [] : [value]
  const isAlone = next !== undefined && next !== '*' && Object.hasOwn(value, next)
  return isAlone ? [value] : Object.values(value)
}

/** The names in a path. */
export function stepsOf(text: FeedPath): readonly string[] {
  if (text === '') return []
  const steps: string[] = []
  let step = ''
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at)
    const next = text.charAt(at + 1)
    if (mark === '\\' && (next === '.' || next === '\\')) {
      step += next
      at += 1
    } else if (mark === '.') {
      steps.push(step)
      step = ''
    } else step += mark
  }
  return [...steps, step]
}
