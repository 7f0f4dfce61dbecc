import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type BuiltName = 'dashboard' | 'reference' | 'sdk' | 'wall'

interface BuiltFolder {
  readonly script: string
  readonly folder: string
  /** Whatever changes the result, beside the lock file. */
  readonly sources: readonly string[]
}

const core = 'packages/core/src/**/*.ts'

/** What is built once and served as files. A release carries these folders; `npm ci` builds those that are not there. */
export const builtFolders: Readonly<Record<BuiltName, BuiltFolder>> = {
  dashboard: {
    script: 'packages/dashboard/tools/build.ts',
    folder: 'packages/dashboard/dist',
    sources: [
      'packages/dashboard/{src,tools}/**/*.*',
      'packages/dashboard/*.*',
      'packages/contract/src/**/*.ts',
      core,
    ],
  },
  reference: {
    script: 'packages/reference/tools/build.ts',
    folder: 'packages/reference/dist',
    sources: [
      'packages/reference/tools/*.ts',
      'packages/reference/*.*',
      'packages/dashboard/tools/compressed-copies.ts',
    ],
  },
  sdk: {
    script: 'packages/wall/tools/build-sdk.ts',
    folder: 'packages/sdk/dist',
    sources: ['packages/sdk/{src,tools}/**/*.*', 'packages/sdk/*.*', 'packages/wall/tools/build-sdk.ts'],
  },
  wall: {
    script: 'packages/wall/tools/build.ts',
    folder: 'packages/wall/dist',
    sources: ['packages/wall/{src,tools}/**/*.*', 'packages/wall/*.*', core],
  },
}

export const builtNames = Object.keys(builtFolders) as readonly BuiltName[] // its keys are these

const stamp = '.made-of'

/** The folders that are missing, or were made of other sources than those that are here. */
export function listStale(root: string, names: readonly BuiltName[] = builtNames): readonly BuiltName[] {
  return names.filter((name) => readStamp(root, name) !== digestOf(root, name))
}

/** Builds these folders anew, side by side. The packages that build must be installed. */
export async function buildFolders(root: string, names: readonly BuiltName[]): Promise<void> {
  await Promise.all(names.map((name) => buildFolder(root, name)))
}

async function buildFolder(root: string, name: BuiltName): Promise<void> {
  const { script, folder } = builtFolders[name]
  const digest = digestOf(root, name)
  await runNode([join(root, script)], root)
  // Last: a build that was broken off is begun anew.
  writeFileSync(join(root, folder, stamp), digest)
}

/** Runs a program of Node to its end, with its output shown. Throws an Error where it fails. */
export async function runNode(words: readonly string[], cwd: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${words[0]} ended with ${code ?? signal}.`))
    })
  })
}

function readStamp(root: string, name: BuiltName): string | undefined {
  try {
    return readFileSync(join(root, builtFolders[name].folder, stamp), 'utf8')
  } catch {
    return undefined
  }
}

/** Names and contents, not times: those of an unpacked release say nothing. */
function digestOf(root: string, name: BuiltName): string {
  const digest = createHash('sha256')
  const files = globSync([...builtFolders[name].sources, 'package-lock.json'], {
    cwd: root,
    exclude: (path) => /node_modules|\bdist\b|\.test\.tsx?$/.test(path),
  })
  for (const file of files.map((path) => path.replaceAll('\\', '/')).toSorted())
    digest.update(`${file}\n`).update(readFileSync(join(root, file)))
  return digest.digest('hex')
}
