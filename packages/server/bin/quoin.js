#!/usr/bin/env node
import './require-node.js'
import './keep-compiled.js'

await import('../src/cli.ts')
