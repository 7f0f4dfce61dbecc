import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { defineConfig } from 'vitepress'
import { navigation, sidebar } from '../pages.ts'

const docsFolder = resolve(import.meta.dirname, '../../../docs')

/** The folder `docs` of the repository as a site, served by Quoin under /docs. It loads nothing from elsewhere. */
export default defineConfig({
  base: '/docs/',
  srcDir: '../../docs',
  outDir: 'dist',
  cacheDir: '../../node_modules/.cache/docs-site',
  title: 'Quoin',
  description: 'An open, self-hostable offer platform: guides and reference.',
  cleanUrls: true,
  head: [['link', { rel: 'icon', href: '/docs/icon.svg', type: 'image/svg+xml' }]],
  // An installation does not fail for a link: tests look at all of them.
  ignoreDeadLinks: true,
  vite: { plugins: [{ name: 'repository-pages', enforce: 'pre', transform: fromRepository }] },
  markdown: {
    // The pages are Markdown of a forge: what looks like a tag is text.
    html: false,
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: navigation,
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    docFooter: { prev: 'Before', next: 'Next' },
  },
  async buildEnd({ outDir }) {
    await writeFile(join(outDir, 'llms.txt'), listPages())
  },
})

/**
 * What a page of the repository has that the site has not: comments for our tools, and links to code, whose text stays.
 * The changelog stands above the folder.
 */
function fromRepository(code: string, id: string): string | undefined {
  if (!id.endsWith('.md')) return undefined
  const text = id.endsWith('/changelog.md') ? readChangelog() : code
  const leadsOut = (path: string): boolean => !resolve(dirname(id), path).startsWith(docsFolder)
  return text
    .replaceAll(/<!--.*?-->\n?/gs, '')
    .replaceAll(/(?<!!)\[([^\]\n]+)\]\((\.\.[^)#\s]*)[^)]*\)/g, (link, words: string, path: string) =>
      leadsOut(path) ? words : link,
    )
}

function readChangelog(): string {
  return readFileSync(join(docsFolder, '../CHANGELOG.md'), 'utf8').replaceAll('](docs/', '](')
}

/** As the usual forges make anchors of headings, so that links hold here and there. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

/** For programs that read: every page and where its Markdown is. */
function listPages(): string {
  const parts = sidebar.map(({ text, items }) => {
    const links = items
      .filter(({ link }) => !/^\/reference|#/.test(link))
      .map((item) => `- [${item.text}](/docs${item.link}.md)`)
    return `## ${text}\n\n${links.join('\n')}\n`
  })
  return `# Quoin\n\n> An open, self-hostable offer platform.\n\n${parts.join('\n')}\n## API\n\n- [OpenAPI document](/openapi.json)\n`
}
