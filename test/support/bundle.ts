import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repository } from './run-program.ts'

type Vite = typeof import('vite')

/** The Vite that builds the wall: there may be others in the repository. */
export async function loadVite(): Promise<Vite> {
  const ofWall = createRequire(join(repository, 'packages/wall/package.json'))
  return await import(pathToFileURL(ofWall.resolve('vite')).href)
}

/** A program with all that it imports as one script for a page. */
export async function bundle(entry: string): Promise<string> {
  const { build } = await loadVite()
  const made = await build({
    root: repository,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'page', fileName: 'page' } },
  })
  const [first] = [made].flat()
  const [script] = first && 'output' in first ? first.output : []
  return script?.code ?? ''
}
