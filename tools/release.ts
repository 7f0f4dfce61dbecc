import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { buildElsewhere } from './build-elsewhere.ts'
import { builtFolders, builtNames } from './built-folders.ts'
import { notesOf } from './release-notes.ts'

/**
 * `npm run release -- FOLDER`: writes quoin-VERSION.tar.gz there, the committed sources with their pages built, its notes
 * as quoin-VERSION.md, and the package for publishers as quoin-sdk-VERSION.tgz. The same commit makes the same bytes: times are the commit's, and the packages that build
 * are those of the lock file.
 */
const root = join(import.meta.dirname, '..')
const [given] = process.argv.slice(2)
if (given === undefined) throw new Error('Name a folder for the archive: npm run release -- FOLDER')
const git = (...words: string[]): Buffer => execFileSync('git', words, { cwd: root, maxBuffer: 2 ** 30 })
if (git('status', '--porcelain').length > 0)
  throw new Error('A release is made of what is committed: commit the changes here, or take them back.')

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
const archive = resolve(given, `quoin-${version}.tar.gz`)
const sources = mkdtempSync(join(realpathSync(tmpdir()), 'quoin-release-'))
try {
  execFileSync('tar', ['-xf', '-', '-C', sources], { input: git('archive', '--format=tar', 'HEAD') })
  await buildElsewhere(sources, builtNames)
  const built = builtNames.flatMap((name) => filesOf(builtFolders[name].folder))
  const added = built.flatMap((file) => [
    `--prefix=quoin-${version}/${dirname(file)}/`,
    `--add-file=${join(sources, file)}`,
  ])
  mkdirSync(dirname(archive), { recursive: true })
  git(
    'archive',
    '--format=tar.gz',
    '-9',
    `--output=${archive}`,
    ...added,
    `--prefix=quoin-${version}/`,
    'HEAD',
  )
  const sdk = `quoin-sdk-${version}.tgz`
  copyFileSync(join(sources, builtFolders.sdk.folder, sdk), join(dirname(archive), sdk))
} finally {
  rmSync(sources, { recursive: true, force: true })
}
writeFileSync(resolve(given, `quoin-${version}.md`), notes)
const bytes = readFileSync(archive)
console.log(`${archive} (${(bytes.length / 1e6).toFixed(1)} MB)`)
console.log(`SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`)

function filesOf(folder: string): readonly string[] {
  return globSync(`${folder}/**/{*,.*}`, { cwd: sources, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(sources.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
}
