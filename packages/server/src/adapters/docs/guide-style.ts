/** Of the guide: readable on a telephone, by day and by night; only code and tables scroll sideways. */
export const guideStyle = `
:root { color-scheme: light dark; --text: #1d2530; --soft: #566270; --line: #d5dae0; --code: #f2f4f6; --link: #1c5d8f }
@media (prefers-color-scheme: dark) {
:root { --text: #e3e8ee; --soft: #a3adb9; --line: #3a424c; --code: #1f262e; --link: #8cc4ee }
}
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif; color: var(--text); overflow-wrap: anywhere }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 1rem; border-bottom: 1px solid var(--line) }
nav a[aria-current] { color: var(--text); font-weight: 600; text-decoration: none }
main { max-width: 52rem; margin: 0 auto; padding: 1rem }
a { color: var(--link) }
h1, h2, h3 { line-height: 1.25; scroll-margin-top: 1rem }
h2 { margin-top: 2.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line) }
code { font: .9em ui-monospace, monospace; background: var(--code); border-radius: .25rem; padding: .1em .3em }
pre { background: var(--code); border-radius: .5rem; padding: .75rem 1rem; overflow-x: auto; overflow-wrap: normal }
pre code { padding: 0; background: none; font-size: .85rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: .9rem; overflow-wrap: normal }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line) }
td { min-width: 6rem; max-width: 26rem; overflow-wrap: anywhere }
td:first-child { overflow-wrap: normal }
td:last-child { min-width: 14rem }
th { color: var(--soft); font-weight: 600 }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`
