/**
 * What a version brings: its part of the changelog, with links that lead to the repository's pages from anywhere. A
 * version without one is an error: nobody could tell what they upgrade to.
 */
export function notesOf(changelog: string, version: string): string {
  const parts = changelog.split(/^(?=## )/m)
  const part = parts.find((one) => one.startsWith(`## ${version} `) || one.startsWith(`## ${version}\n`))
  if (part === undefined) throw new Error(`CHANGELOG.md has no part “## ${version}”`)
  const [, ...lines] = part.split('\n')
  return `${lines
    .join('\n')
    .trim()
    .replaceAll(/\]\((?!https?:)([^)]+)\)/g, `](../../blob/v${version}/$1)`)}\n`
}
