import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the pages into packages/dashboard/dist: `npm run build -- dashboard`, and `npm ci` by itself. */
const startedMs = performance.now()
await build({ configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)), logLevel: 'warn' })
console.log(`The dashboard is built (${((performance.now() - startedMs) / 1000).toFixed(1)} s).`)
