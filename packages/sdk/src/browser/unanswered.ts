/** A wall that does not answer, told in its place. */
export interface Unanswered {
  readonly message: string
  remove(): void
}

const boxStyle = {
  boxSizing: 'border-box',
  padding: '24px',
  border: '1px solid',
  borderRadius: '8px',
  font: '16px/1.5 system-ui, sans-serif',
  overflowWrap: 'anywhere',
}

/** The page's own policy forbids the frame, nothing answers at the address, or, most likely, the app does not allow the origin. */
export type Cause = 'policy' | 'silent' | 'origin'

/**
 * Puts a box in the place of a frame that says nothing, as the browser leaves it where the app does not allow this
 * page's origin: nobody is told of that, so that the box names the likely cause and its remedy.
 */
export function tellUnanswered(frame: HTMLIFrameElement, quoin: string, cause: Cause): Unanswered {
  const lines = linesOf(location.origin, quoin, cause)
  const message = lines.join(' ')
  const box = document.createElement('div')
  box.setAttribute('role', 'alert')
  // Through the object model: a policy against inline styles does not stop it.
  Object.assign(box.style, boxStyle, { minHeight: `${frame.height}px` })
  for (const [index, line] of lines.entries()) {
    const paragraph = document.createElement(index === 0 ? 'strong' : 'p')
    paragraph.textContent = line
    box.append(paragraph)
  }
  const { display } = frame.style
  frame.style.display = 'none'
  frame.before(box)
  console.error(message)
  return {
    message,
    remove() {
      box.remove()
      frame.style.display = display
    },
  }
}

function linesOf(origin: string, quoin: string, cause: Cause): readonly string[] {
  if (cause === 'policy')
    return [
      `Your page's Content-Security-Policy forbids the frame: add ${quoin} to frame-src.`,
      'Then load this page again.',
    ]
  if (cause === 'silent')
    return [
      `${quoin} does not answer.`,
      'Look whether Quoin runs there, and whether this is its address. Then load this page again.',
    ]
  const last = `Is it set up already? Then look whether ${quoin} answers.`
  // A page from a file, or in a frame with a sandbox.
  if (origin === 'null')
    return [
      'The wall does not answer: this page has no origin.',
      'Serve the page by http or https, so that it has an origin that the app can allow.',
      last,
    ]
  return [
    `The wall does not answer: the app does not seem to allow the origin ${origin}.`,
    `Add ${origin} to “Allowed origins” of the app: you find them in your dashboard on the page “Settings”, under “Links and origins”. Then load this page again.`,
    last,
  ]
}
