import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFolders, builtFolders, type BuiltName } from './built-folders.ts'
import { installPackages } from './install-packages.ts'

/** The workspaces whose packages build; their own development packages come with them. */
const workspaces = ['packages/dashboard', 'packages/reference', 'packages/sdk', 'packages/wall']

/** Builds in a copy of the sources with packages of its own, and takes over what was made. */
export async function buildElsewhere(root: string, names: readonly BuiltName[]): Promise<void> {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), 'quoin-build-'))
  try {
    for (const path of ['package.json', 'package-lock.json', 'tsconfig.json', '.npmrc', 'packages']) {
      if (!existsSync(join(root, path))) continue
      cpSync(join(root, path), join(copy, path), {
        recursive: true,
        filter: (source) => !/[\\/](?:node_modules|dist)$/.test(source),
      })
    }
    await installPackages(copy, ['--include=dev', ...workspaces.map((path) => `--workspace=${path}`)])
    await buildFolders(copy, names)
    for (const { folder } of names.map((name) => builtFolders[name])) {
      rmSync(join(root, folder), { recursive: true, force: true })
      cpSync(join(copy, folder), join(root, folder), { recursive: true })
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
