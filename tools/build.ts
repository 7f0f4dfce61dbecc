import { join } from 'node:path'
import { buildFolders, builtNames } from './built-folders.ts'

/** `npm run build [-- NAME...]`: builds the pages anew, all of them or those that are named. */
const given = process.argv.slice(2)
const names = builtNames.filter((name) => given.length === 0 || given.includes(name))
if (names.length < given.length) throw new Error(`Known are ${builtNames.join(', ')}.`)
await buildFolders(join(import.meta.dirname, '..'), names)
