// Runs a TypeScript file of this repository: node bin/node-24.js FILE [arguments]
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import './require-node.js'

const [file] = process.argv.splice(2, 1)
process.argv[1] = resolve(file)
await import(pathToFileURL(process.argv[1]).href)
