import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compressedCopies } from './tools/compressed-copies.ts'
import { earlyData } from './tools/early-data.ts'
import { earlyFont } from './tools/early-font.ts'
import { operationsModule } from './tools/operations-module.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/dashboard/',
  // The server replaces it by a new one for every answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the page allows no data: address for scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The first page’s file; test/browser/first-paint.test.ts holds its bytes on the wire.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // All that the first page needs, in one file: dozens of small ones cost a browser more than their bytes. The
            // files that a module imports come with it.
            { name: 'first', test: /\/src\/(?:main|frame\/frame|pages\/overview\/overview-page)\.tsx$/ },
          ],
        },
      },
      // Mantine marks its files for servers that render pages; none does here.
      onwarn: (warning, report) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || report(warning),
    },
  },
  plugins: [operationsModule(), compressedCopies(), earlyFont(), earlyData()],
  // Pages served from here call the API of a running server.
  server: { proxy: { '/operator': 'http://localhost:3000', '/dashboard/auth': 'http://localhost:3000' } },
})
