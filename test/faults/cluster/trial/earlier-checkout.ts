import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../../../support/run-program.ts'

/** The commit of the last release that CHANGELOG.md names; undefined where its history is not here. */
export function findLastRelease(): string | undefined {
  const version = /^## (\d+\.\d+\.\d+) /m.exec(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8'))?.[1]
  if (version === undefined) return undefined
  try {
    const words = [
      'log',
      '-1',
      '--format=%H',
      `--grep=^release: Number this version ${version.replaceAll('.', '\\.')}`,
    ]
    return git(...words).trim() || undefined
  } catch {
    return undefined
  }
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/**
 * A Quoin of before in a folder: a checkout is taken as it is, of a commit the files are laid out there. Its packages are
 * those of this checkout, and so are its built pages, which no visitor and no network asks for.
 */
export function openEarlierCheckout(against: string, folder: string): string {
  if (existsSync(against) && statSync(against).isDirectory()) return against
  mkdirSync(folder)
  const archive = execFileSync('git', ['archive', against], { cwd: repository, maxBuffer: 512 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkAll(join(repository, 'node_modules'), join(folder, 'node_modules'), '@quoin')
  linkAll(join(folder, 'packages'), join(folder, 'node_modules', '@quoin'))
  for (const name of readdirSync(join(folder, 'packages'))) {
    for (const built of ['dist', 'node_modules']) {
      const own = join(repository, 'packages', name, built)
      const wanted = join(folder, 'packages', name, built)
      if (existsSync(own) && !existsSync(wanted)) symlinkSync(own, wanted)
    }
  }
  return folder
}

function linkAll(from: string, to: string, but?: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) if (name !== but) symlinkSync(join(from, name), join(to, name))
}
