import { execFileSync } from 'node:child_process'
import { repository } from '../run-program.ts'

/**
 * The files that differ from a commit, those that git does not know yet among them. Without `since` it is the commit at
 * which this branch left `origin/main` or `main`; where nothing differs from that one, it is the one before the last.
 */
export function listChanged(since?: string): readonly string[] {
  if (since !== undefined) return filesSince(since)
  const files = filesSince(forkPoint())
  return files.length > 0 ? files : filesSince('HEAD~1')
}

function forkPoint(): string {
  for (const main of ['origin/main', 'main']) {
    try {
      return git('merge-base', 'HEAD', main).trim()
    } catch {
      // There is no such branch here.
    }
  }
  return 'HEAD'
}

function filesSince(commit: string): readonly string[] {
  const known = git('diff', '--name-only', '-z', '--no-renames', commit, '--')
  const unknown = git('ls-files', '--others', '--exclude-standard', '-z')
  return [...known.split('\0'), ...unknown.split('\0')].filter((file) => file !== '')
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 ** 2,
  })
}
