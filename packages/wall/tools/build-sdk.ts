import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'
import { buildTypes } from '../../sdk/tools/build-types.ts'

/**
 * Builds @quoin/sdk into packages/sdk/dist: its entries as ESM and CommonJS with their types, the loader that Quoin
 * serves at /sdk.js, and the package as it is installed, which Quoin serves under /docs/files.
 */
const root = fileURLToPath(new URL('../../sdk/', import.meta.url))
const at = (path: string): string => fileURLToPath(new URL(`../../sdk/src/${path}`, import.meta.url))
const startedMs = performance.now()
const quiet: InlineConfig = { root, configFile: false, publicDir: false, logLevel: 'warn' }

await build({
  ...quiet,
  build: {
    target: 'es2022',
    minify: false,
    emptyOutDir: true,
    reportCompressedSize: false,
    lib: {
      entry: {
        index: at('index.ts'),
        browser: at('browser.ts'),
        react: at('react.ts'),
        webhooks: at('webhooks.ts'),
      },
      formats: ['es', 'cjs'],
      fileName: (format, name) => `${name}.${format === 'es' ? 'js' : 'cjs'}`,
    },
    rolldownOptions: {
      external: ['react', 'node:crypto'],
      // A directive counts only before everything else, which no bundler keeps by itself in CommonJS.
      output: { postBanner: ({ name }) => (name === 'react' ? "'use client';" : '') },
    },
  },
})
await build({
  ...quiet,
  build: {
    target: 'es2020',
    emptyOutDir: false,
    reportCompressedSize: false,
    lib: { entry: at('loader.ts'), formats: ['iife'], name: 'quoinLoader', fileName: () => 'sdk.js' },
  },
})
buildTypes()
// Named by its version, with the same bytes each time. npm is a script on Windows, which a shell alone runs.
const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', 'dist']
execFileSync('npm', words, { cwd: root, stdio: 'ignore', shell: process.platform === 'win32' })
console.log(`The SDK is built (${((performance.now() - startedMs) / 1000).toFixed(1)} s).`)
