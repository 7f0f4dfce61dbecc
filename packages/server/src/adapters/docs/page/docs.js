// The parts of a page that need a script. Without it all pages can be read, searched and printed.

/** The dashboard keeps its choice under this name: it holds here as well. */
const schemeName = 'mantine-color-scheme-value'
const typingPauseMs = 120

// Before anything is drawn.
applyScheme(keptScheme())
document.addEventListener('DOMContentLoaded', () => {
  addSchemeSwitch()
  addCopyButtons()
  keepTabStops()
  addEventListener('resize', keepTabStops)
  showCurrentPage()
  followOutline()
  openSearch()
})

/** A reader's browser may keep nothing for us. */
function keptScheme() {
  try {
    return localStorage.getItem(schemeName)
  } catch {
    return null
  }
}

function applyScheme(scheme) {
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme
}

function addSchemeSwitch() {
  const button = document.querySelector('.scheme')
  const isDark = () =>
    (document.documentElement.dataset.scheme ??
      (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
  const name = () => button.setAttribute('aria-label', `Use the ${isDark() ? 'light' : 'dark'} theme`)
  button.addEventListener('click', () => {
    const scheme = isDark() ? 'light' : 'dark'
    applyScheme(scheme)
    name()
    try {
      localStorage.setItem(schemeName, scheme)
    } catch {
      // It holds for this page.
    }
  })
  name()
  button.hidden = false
}

/** A page that came without TLS over a network may not write to the clipboard. */
function addCopyButtons() {
  if (!navigator.clipboard) return
  for (const example of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(example.querySelector('code').textContent)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2_000)
    })
    example.append(button)
  }
}

/** A stop for the keyboard where something can be scrolled, and nowhere else. */
function keepTabStops() {
  for (const part of document.querySelectorAll('.table, .code pre')) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0
    else part.removeAttribute('tabindex')
  }
}

function showCurrentPage() {
  const list = document.querySelector('#pages')
  const current = list.querySelector('[aria-current]')
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2
}

/** Marks the heading that is being read, and closes the drawer that led to it. */
function followOutline() {
  const outline = document.querySelector('#outline')
  if (outline === null) return
  const links = [...outline.querySelectorAll('a')]
  const headings = links.map((link) => document.getElementById(link.hash.slice(1)))
  let marked = -1
  const mark = () => {
    const at = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < 140)
    if (at === marked) return
    links[marked]?.removeAttribute('aria-current')
    links[at]?.setAttribute('aria-current', 'true')
    if (at >= 0) outline.scrollTop = links[at].offsetTop - outline.clientHeight / 2
    marked = at
  }
  let isAsked = false
  addEventListener(
    'scroll',
    () => {
      if (isAsked) return
      isAsked = true
      requestAnimationFrame(() => {
        isAsked = false
        mark()
      })
    },
    { passive: true },
  )
  mark()
  outline.addEventListener('click', ({ target }) => {
    if (target.closest('a') && outline.matches(':popover-open')) outline.hidePopover()
  })
}

/** Results while somebody types: those of the page that the form leads to. */
function openSearch() {
  const part = document.querySelector('.find')
  const field = part.querySelector('input')
  const found = part.querySelector('.found')
  let asked = new AbortController()
  let timer
  const close = () => {
    asked.abort()
    clearTimeout(timer)
    found.hidden = true
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    if (field.value.trim() === '') close()
    else timer = setTimeout(ask, typingPauseMs)
  })
  async function ask() {
    asked.abort()
    asked = new AbortController()
    try {
      const url = `${field.form.action}?q=${encodeURIComponent(field.value)}`
      const answer = await fetch(url, { signal: asked.signal })
      if (!answer.ok) return
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      found.replaceChildren(...page.querySelectorAll('.count, .results'))
      found.hidden = false
    } catch {
      // Asked again with the next letter; the form leads to the page of results all the same.
    }
  }
  document.addEventListener('keydown', (event) => onSearchKey(event, { part, field, close }))
  document.addEventListener('click', ({ target }) => {
    if (!part.contains(target)) close()
  })
}

function onSearchKey(event, { part, field, close }) {
  const isWriting = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
  const isAsked = event.key === '/' && !isWriting && !event.ctrlKey && !event.metaKey && !event.altKey
  if (isAsked || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
    event.preventDefault()
    field.focus()
    field.select()
    return
  }
  if (!part.contains(event.target)) return
  if (event.key === 'Escape') {
    close()
    field.focus()
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const stops = [field, ...part.querySelectorAll('.found:not([hidden]) a')]
  if (step === undefined || stops.length === 1) return
  event.preventDefault()
  stops[(stops.indexOf(event.target) + step + stops.length) % stops.length].focus()
}
