/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string'
import type { WallWords } from '@quoin/core/languages/words/words.ts'
import { App } from './app.tsx'
import type { WallPageModel } from './model.ts'
import { icons } from './parts/icons.ts'
import style from './style/wall.css?inline'
import { themeStyle } from './style/theme.ts'
import { makeTalk } from './talk.ts'

/** A page as the server sends it: whole without its script, which finds here what it goes on from. */
export function renderPage(
  model: WallPageModel,
  { words, script, nonce }: { words: WallWords; script: string; nonce: string },
): string {
  const { frame, page } = model
  const talk = makeTalk({ frame, words, nowSec: frame.nowSec, isOnline: true, timeZone: undefined })
  const body = renderToString(<App talk={talk} page={page} />)
  const title = escapeText(`${talk.say('earn', { currency: frame.currency.many })} · ${frame.appName}`)
  const theme = frame.theme === 'auto' ? '' : ` data-theme="${frame.theme}"`
  return `<!doctype html>
<html lang="${frame.language}" dir="${frame.direction}"${theme}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><title>${title}</title><link rel="icon" href="/images/offer.svg">
<style nonce="${nonce}">${themeStyle(frame)}${style}</style>
<script type="module" src="${script}"></script></head>
<body>${renderToString(<Sprite />)}<div id="wall">${body}</div><script type="application/json" id="model">${inScript({ model, words })}</script></body></html>
`
}

/** The icons, beside what the script draws: it refers to them and has none of its own. */
function Sprite() {
  return (
    <svg hidden aria-hidden="true">
      {Object.entries(icons).map(([name, shapes]) => (
        // Our own drawings, constants of this program.
        <symbol key={name} id={name} viewBox="0 0 24 24" dangerouslySetInnerHTML={{ __html: shapes }} />
      ))}
    </svg>
  )
}

/** JSON in a page: nothing of it ends the element it stands in. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
