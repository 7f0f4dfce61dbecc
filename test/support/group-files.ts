import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, matchesGlob, resolve } from 'node:path'
import { repository } from './run-program.ts'

const runner = new URL('run-together.ts', import.meta.url).href

interface Area {
  readonly patterns: readonly string[]
  /** More would save little and leave one processor without work in the end. */
  readonly filesPerGroup: number
}

/** Their tests keep to functions, and to worlds and databases of their own: one process may run many of these files. */
const areas: readonly Area[] = [
  { patterns: ['test/browser/**'], filesPerGroup: 4 },
  {
    patterns: [
      'test/{people*,audited-*}.test.ts',
      'test/journeys/{error-codes,goals,money-*,offer-*,preset-*,risk-*,test-mode}.test.ts',
    ],
    filesPerGroup: 6,
  },
  { patterns: ['packages/server/src/**'], filesPerGroup: 15 },
  { patterns: ['packages/core/**', 'packages/contract/**'], filesPerGroup: 25 },
]

/** Its codes for phones were refused when it came after others in one process. */
const loners: readonly string[] = ['test/browser/wall.test.ts']

export interface FileGroups {
  /** Files that get a process of their own. */
  readonly alone: readonly string[]
  readonly groups: readonly (readonly string[])[]
}

/** Which files get a process of their own, and which share one, neighbours with neighbours. */
export function groupFiles(files: readonly string[]): FileGroups {
  const areaOf = (file: string) =>
    loners.includes(file)
      ? undefined
      : areas.find(({ patterns }) => patterns.some((one) => matchesGlob(file, one)))
  const byArea = Map.groupBy(files, areaOf)
  return {
    alone: byArea.get(undefined) ?? [],
    groups: areas.flatMap((area) => split(byArea.get(area) ?? [], area.filesPerGroup)),
  }
}

/** In parts of nearly the same length. */
function split(files: readonly string[], partMax: number): (readonly string[])[] {
  const count = Math.ceil(files.length / partMax)
  const start = (part: number) => Math.round((part * files.length) / count)
  return Array.from({ length: count }, (_, part) => files.slice(start(part), start(part + 1)))
}

/** Writes a file for each group that runs all of its files, for as long as `run` needs them. */
export async function withGroups<T>(
  { alone, groups }: FileGroups,
  run: (files: readonly string[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-groups-'))
  try {
    const written = groups.map(async (files, index) => {
      const paths = JSON.stringify(files.map((file) => resolve(repository, file)))
      const path = join(folder, `group-${index + 1}.mjs`)
      await writeFile(path, `import { runTogether } from '${runner}'\nawait runTogether(${paths})\n`)
      return path
    })
    return await run([...alone.map((file) => resolve(repository, file)), ...(await Promise.all(written))])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
