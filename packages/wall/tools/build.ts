import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the wall into packages/wall/dist: its scripts, and the part that draws its pages on the server. */
const startedMs = performance.now()
const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
const page = fileURLToPath(new URL('../src/render.tsx', import.meta.url))
await build({ configFile, logLevel: 'warn' })
await build({ configFile, logLevel: 'warn', build: { ssr: page, outDir: 'dist/server' } })
console.log(`The wall is built (${((performance.now() - startedMs) / 1000).toFixed(1)} s).`)
