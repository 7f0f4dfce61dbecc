import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { havePackages } from './have-packages.ts'

/**
 * Runs a program of the packages of a folder beside this file, which are installed when it is first asked for:
 * `node tools/with-packages.ts lint biome format .`
 */
const [folder = '', program = '', ...words] = process.argv.slice(2)
const bin = join(await havePackages(folder), 'node_modules/.bin')
const { status } = spawnSync(program, words, {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` },
})
process.exitCode = status ?? 1
