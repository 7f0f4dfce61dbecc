import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The scripts of the pages are named by their content. */
export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/wall/assets/',
  publicDir: false,
  build: isSsrBuild
    ? {
        target: 'node24',
        emptyOutDir: true,
        reportCompressedSize: false,
        rolldownOptions: { output: { entryFileNames: 'render.js' } },
      }
    : {
        target: 'es2022',
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: 'manifest.json',
        modulePreload: false,
        assetsDir: '',
        reportCompressedSize: false,
        rolldownOptions: { input: fileURLToPath(new URL('src/client.tsx', import.meta.url)) },
      },
  // Another package has another version of it.
  resolve: { dedupe: ['preact'] },
  // A module left beside the bundle would have to be found from where the bundle lies.
  ssr: { noExternal: true },
}))
