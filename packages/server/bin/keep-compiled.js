// Compiled code is kept beside the packages, where only the user who installed them can write: a command starts in a
// third of the time. Where that folder cannot be written, nothing is kept.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/quoin', import.meta.url)))
