import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './run-program.ts'

/** A fenced block of a page. */
export interface Block {
  readonly language: string
  readonly text: string
  /** In a tutorial: it needs what the shell blocks above it have set. */
  readonly goesOn: boolean
}

/** Every page of the documentation, by its path from the root. */
export const pages: readonly string[] = [
  ...listPages('.'),
  ...['docs', ...foldersOf('docs')].flatMap(listPages),
]

function foldersOf(folder: string): string[] {
  const entries = readdirSync(join(repository, folder), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
}

function listPages(folder: string): string[] {
  const names = readdirSync(join(repository, folder)).filter((name) => name.endsWith('.md'))
  return names.map((name) => join(folder, name)).sort()
}

export function readPage(page: string): string {
  return readFileSync(join(repository, page), 'utf8')
}

/** The fenced blocks of a page, those within lists too. The mark `goes on` stands in the line before one. */
export function blocksOf(page: string): Block[] {
  const fences = readPage(page).matchAll(/^(<!-- goes on -->\n)?( *)```(\w*)\n(.*?)^ *```$/gms)
  return [...fences].map(([, mark, indent = '', language = '', text = '']) => ({
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    goesOn: mark !== undefined,
  }))
}

/** The commands of a page's shell blocks, in order. */
export function commandsOf(page: string): string[] {
  return blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => commandsIn(text))
}

/** A line that ends in a backslash goes on. */
export function commandsIn(text: string): string[] {
  const lines = text.replaceAll('\\\n', '').split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
}
