import { type Language, languages } from '@quoin/core/languages/languages.ts'
import type { Trouble } from '@quoin/core/languages/words/words.ts'

/** Colours with a contrast of at least 4.5 to 1 for each text, light and dark. */
const style = `
:root{color-scheme:light dark;--page:#f7f8fa;--card:#fff;--line:#dde2e8;--text:#16191d;--muted:#525b66}
@media (prefers-color-scheme:dark){:root{--page:#111418;--card:#181c21;--line:#2a3037;--text:#e9ecef;--muted:#a7b0ba}}
body{margin:0;min-height:100vh;min-height:100svh;display:grid;place-items:center;background:var(--page);color:var(--text);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{box-sizing:border-box;width:min(100% - 2rem,28rem);margin:1rem;padding:1.5rem;background:var(--card);
border:1px solid var(--line);border-radius:12px}
h1{margin:0 0 .75rem;font-size:1.25rem;line-height:1.35;font-weight:600;text-wrap:balance}
p{margin:.75rem 0 0;text-wrap:pretty}
.why,.reference{color:var(--muted)}
.reference{font-size:.8125rem;overflow-wrap:anywhere}
bdi{display:inline-block;font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace}
`

/** A test holds it to the style above. */
const styleDigest = 'sha256-0n3VNPLvrJv8wV5xjivJsWlfSV07Vd1nbYEQ0s7fG64='

/**
 * The sources that the page may load: its own style and nothing else. It may stand in a frame: walls open offers in
 * one.
 */
export const visitorPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src '${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  'x-content-type-options': 'nosniff',
} as const

/** The small page of a link that leads nowhere. `reference` is an id of our own making, never something given. */
export async function renderVisitorPage(
  trouble: Trouble,
  { language, reference }: { language: Language; reference: string },
): Promise<string> {
  const { direction, words } = languages[language]
  const { visitors } = await words()
  const { title, why, whatToDo } = visitors[trouble]
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="why">${why}</p>
<p>${whatToDo}</p>
<p class="reference">${visitors.reference}: <bdi>${reference}</bdi></p>
</main>
</body>
</html>
`
}
