import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const compiler = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc')

/**
 * Writes the declarations of @quoin/sdk into packages/sdk/dist/types: by the compiler for `import`, and the same once more
 * as `.d.cts` for `require`, because a declaration is read in the format that its own ending names.
 */
export function buildTypes(): void {
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.json')], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`The compiler ended with ${status}.`)
  for (const name of globSync('dist/types/**/*.d.ts', { cwd: root })) {
    const file = join(root, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, namingFiles(text, 'js'))
    writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), namingFiles(text, 'cjs'))
  }
}

/** The sources name each other as TypeScript, the package as what it runs. */
function namingFiles(text: string, ending: 'js' | 'cjs'): string {
  return text.replaceAll(/((?:from|import\()\s*['"]\.[^'"]*)\.ts(['"])/g, `$1.${ending}$2`)
}
