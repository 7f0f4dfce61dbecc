import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repository } from './run-program.ts'

/** Packs the SDK as docs/sdk.md says, into this folder; answers the file. It must be built. */
export function packSdk(folder: string): string {
  const words = ['pack', '--silent', '--workspace', 'packages/sdk', '--pack-destination', folder]
  return join(folder, String(execFileSync('npm', words, { cwd: repository })).trim())
}

interface Project {
  readonly packed: string
  /** Packages beside it, by name: the folder that the repository has each in. */
  readonly beside?: Readonly<Record<string, string>>
  readonly type?: 'module' | 'commonjs'
}

/** A project of somebody else with the packed SDK, and with nothing of ours but what is named. No network is asked. */
export function makeProject(folder: string, { packed, beside = {}, type = 'commonjs' }: Project): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type }))
  const words = ['install', '--silent', '--offline', '--no-audit', '--no-fund', '--omit=peer', packed]
  execFileSync('npm', words, { cwd: folder })
  for (const [name, home] of Object.entries(beside)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(repository, home), link)
  }
}

/** The declared version of the packed SDK. */
export const sdkVersion: string = JSON.parse(
  readFileSync(join(repository, 'packages/sdk/package.json'), 'utf8'),
).version
