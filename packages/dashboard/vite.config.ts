import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compressedCopies } from './tools/compressed-copies.ts'
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
    rolldownOptions: {
      // Mantine marks its files for servers that render pages; none does here.
      onwarn: (warning, report) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || report(warning),
    },
  },
  plugins: [operationsModule(), compressedCopies(), earlyFont()],
  // Pages served from here call the API of a running server.
  server: { proxy: { '/operator': 'http://localhost:3000', '/dashboard/auth': 'http://localhost:3000' } },
})
