#!/usr/bin/env node
import './require-node.js'
import './keep-compiled.js'
import './find-own-files.js'

await import('../src/cli.ts')
