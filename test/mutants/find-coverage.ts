import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

interface Script {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly Range[] }[]
}

/** The places of each file that a test has run: by URL, the ranges that V8 counted in each of its processes. */
export type Coverage = ReadonlyMap<string, readonly (readonly Range[])[]>

/** Reads what the processes of one test wrote into the folder that NODE_V8_COVERAGE named. */
export async function readCoverage(folder: string): Promise<Coverage> {
  const coverage = new Map<string, (readonly Range[])[]>()
  for (const name of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { result: readonly Script[] }
    for (const { url, functions } of result) {
      const ranges = functions.flatMap((one) => one.ranges)
      coverage.set(url, [...(coverage.get(url) ?? []), ranges])
    }
  }
  return coverage
}

/** The shortest range around a position says how often it was run. */
export function hasRun(coverage: Coverage, url: string, position: number): boolean {
  return (coverage.get(url) ?? []).some((ranges) => {
    const around = ranges.filter(
      ({ startOffset, endOffset }) => startOffset <= position && position < endOffset,
    )
    const [innermost] = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))
    return innermost !== undefined && innermost.count > 0
  })
}
