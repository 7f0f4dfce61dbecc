import type { ReactNode } from 'react'
import './icon.css'

const drawings = {
  alert: (
    <path d="M8 2.2a3.8 3.8 0 0 0-3.8 3.8c0 3-1.4 4.2-1.4 5h10.4c0-.8-1.4-2-1.4-5A3.8 3.8 0 0 0 8 2.2zM6.7 13.3h2.6" />
  ),
  bang: <path d="M8 3.5v5.3M8 12h.01" />,
  block: (
    <>
      <circle cx="8" cy="8" r="5.7" />
      <path d="m4 12 8-8" />
    </>
  ),
  callback: <path d="M13.5 2.5 7 9M13.5 2.5l-4 11L7 9 2.5 6.5z" />,
  check: <path d="m3.5 8.3 3 3 6-6.6" />,
  click: (
    <path d="M6 8.5V3.8a1.2 1.2 0 0 1 2.4 0v3.4l3.3.7c.8.2 1.3.9 1.2 1.7l-.5 3.9H7L4 9.9c-.5-.9.5-1.8 1.3-1.1z" />
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="5.7" />
      <path d="M8 4.9v3.3l2.1 1.3" />
    </>
  ),
  bookmark: <path d="M4.5 2.7h7v10.6L8 10.6l-3.5 2.7z" />,
  columns: (
    <>
      <rect x="2.5" y="3" width="11" height="10" rx="1.5" />
      <path d="M6.2 3v10M9.8 3v10" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </>
  ),
  cross: <path d="m4.3 4.3 7.4 7.4M11.7 4.3l-7.4 7.4" />,
  dots: <path d="M3.5 8h.1M8 8h.1M12.5 8h.1" />,
  down: <path d="m4.5 6.3 3.5 3.5 3.5-3.5" />,
  download: <path d="M8 2.8v7.4M4.8 7.2 8 10.4l3.2-3.2M3 13.2h10" />,
  edit: <path d="m10.6 3 2.4 2.4L6 12.4l-3 .6.6-3z" />,
  eye: (
    <>
      <path d="M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8z" />
      <circle cx="8" cy="8" r="1.8" />
    </>
  ),
  fall: <path d="M8 3.5v9M4.5 9 8 12.5 11.5 9" />,
  filter: <path d="M2.5 4h11M4.7 8h6.6M6.8 12h2.4" />,
  flask: <path d="M6.3 2.5h3.4M7 2.5v4L3.3 12.3a.8.8 0 0 0 .7 1.2h8a.8.8 0 0 0 .7-1.2L9 6.5v-4M5 10h6" />,
  gauge: (
    <>
      <path d="M3 12.2a6 6 0 1 1 10 0" />
      <path d="m8 9 2.3-2.8" />
    </>
  ),
  half: (
    <>
      <circle cx="8" cy="8" r="5.7" />
      <path d="M8 4.6v3.4h3.4" />
    </>
  ),
  handle: <path d="M6 4h.1M10 4h.1M6 8h.1M10 8h.1M6 12h.1M10 12h.1" />,
  home: (
    <>
      <path d="M2.5 7 8 2.5 13.5 7v6a.5.5 0 0 1-.5.5H3a.5.5 0 0 1-.5-.5z" />
      <path d="M6.3 13.5v-4h3.4v4" />
    </>
  ),
  key: (
    <>
      <circle cx="5.3" cy="10.7" r="2.8" />
      <path d="m7.3 8.7 6-6M11 5l1.8 1.8" />
    </>
  ),
  left: <path d="M9.8 4.5 6.3 8l3.5 3.5" />,
  list: <path d="M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1" />,
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  minus: <path d="M4 8h8" />,
  money: (
    <>
      <circle cx="8" cy="8" r="5.7" />
      <path d="M8 4.7v6.6M9.9 6.3C9.5 5.7 8.8 5.5 8 5.5c-1.1 0-1.9.5-1.9 1.3 0 1.7 3.8.8 3.8 2.5 0 .8-.8 1.3-1.9 1.3-.8 0-1.6-.3-2-.9" />
    </>
  ),
  mute: (
    <path d="M2.5 9.5c1.5 0 1.5-4 3-4M7 8.5c.6 1.7 1.3 2 2 0 .4-1.3.8-2 1.3-2M13.5 9.5h-1M2.5 13.5l11-11" />
  ),
  network: (
    <>
      <circle cx="4" cy="8" r="1.8" />
      <circle cx="12" cy="4" r="1.8" />
      <circle cx="12" cy="12" r="1.8" />
      <path d="m5.6 7.2 4.8-2.4M5.6 8.8l4.8 2.4" />
    </>
  ),
  out: <path d="M6.5 3.5h-3v9h9v-3M9 2.5h4.5V7M13.2 2.8 7.5 8.5" />,
  pause: <path d="M6 4v8M10 4v8" />,
  phone: (
    <>
      <rect x="4.5" y="2" width="7" height="12" rx="1.5" />
      <path d="M7.5 11.7h1" />
    </>
  ),
  play: <path d="M5.5 3.8v8.4L12 8z" />,
  plus: <path d="M8 3.5v9M3.5 8h9" />,
  publisher: (
    <>
      <path d="M2.5 13.5v-9l5-2v11M7.5 6.5h6v7h-11" />
      <path d="M10.3 9.2h.4M10.3 11.2h.4M4.8 6.5h.4M4.8 9h.4" />
    </>
  ),
  question: (
    <path d="M3.5 2.7h9a1 1 0 0 1 1 1v6.6a1 1 0 0 1-1 1H8.2l-3.4 2.4v-2.4H3.5a1 1 0 0 1-1-1V3.7a1 1 0 0 1 1-1zM6.6 5.8a1.5 1.5 0 1 1 1.9 1.5c-.3.1-.5.3-.5.7M8 9.6h.01" />
  ),
  quoin: (
    <path
      d="M1.6 2.8h10.4v2.8H1.6zM4.4 6.8h10v2.8h-10zM1.6 10.8h10.4v2.8H1.6z"
      fill="currentColor"
      stroke="none"
    />
  ),
  replay: (
    <>
      <path d="M13 3v3.3H9.7M3 13V9.7h3.3" />
      <path d="M12.7 6.3A5 5 0 0 0 3.7 5M3.3 9.7a5 5 0 0 0 9 1.3" />
    </>
  ),
  return: (
    <>
      <path d="M6 4 2.8 7.2 6 10.4" />
      <path d="M3 7.2h6.5a3.3 3.3 0 0 1 0 6.6H8" />
    </>
  ),
  right: <path d="m6.3 4.5 3.5 3.5-3.5 3.5" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.3 10.3 3.2 3.2" />
    </>
  ),
  server: (
    <>
      <rect x="2.5" y="2.5" width="11" height="4.5" rx="1" />
      <rect x="2.5" y="9" width="11" height="4.5" rx="1" />
      <path d="M5 4.75h.1M5 11.25h.1" />
    </>
  ),
  settings: (
    <>
      <path d="M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6" />
      <circle cx="10" cy="5" r="1.5" />
      <circle cx="6" cy="11" r="1.5" />
    </>
  ),
  shield: (
    <>
      <path d="M8 1.8 13 3.6v4c0 3.1-2 5.4-5 6.6-3-1.2-5-3.5-5-6.6v-4z" />
      <path d="m5.8 8 1.6 1.6 3-3.2" />
    </>
  ),
  sort: <path d="m5 6.2 3-3 3 3M5 9.8l3 3 3-3" />,
  source: (
    <path d="M8 2.5v6M5.5 6.2 8 8.7l2.5-2.5M4.5 5H3.3L2.5 9.5v3a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-3L12.7 5h-1.2M2.5 10h3l.8 1.5h3.4l.8-1.5h3" />
  ),
  stats: <path d="M2.5 13.5h11M4.5 11V7.5M8 11V3.5M11.5 11V6" />,
  tag: (
    <>
      <path d="M2.5 3v4.2l6.3 6.3 4.7-4.7-6.3-6.3H3a.5.5 0 0 0-.5.5z" />
      <circle cx="5.3" cy="5.3" r=".9" />
    </>
  ),
  team: (
    <>
      <circle cx="6" cy="5.6" r="2.3" />
      <path d="M1.8 13c.4-2.4 2-3.6 4.2-3.6s3.8 1.2 4.2 3.6M10.3 3.5a2.3 2.3 0 0 1 0 4.2M11.8 9.7c1.4.5 2.2 1.6 2.5 3.3" />
    </>
  ),
  theme: (
    <>
      <circle cx="8" cy="8" r="5.7" />
      <path d="M8 2.3v11.4a5.7 5.7 0 0 0 0-11.4z" fill="currentColor" stroke="none" />
    </>
  ),
  trash: <path d="M3 4.5h10M6.2 4.5V3h3.6v1.5M4.3 4.5l.6 8.5h6.2l.6-8.5" />,
  up: <path d="M8 12.5v-9M4.5 7 8 3.5 11.5 7" />,
  user: (
    <>
      <circle cx="8" cy="5.3" r="2.6" />
      <path d="M2.9 13.5c.6-2.7 2.6-4 5.1-4s4.5 1.3 5.1 4" />
    </>
  ),
} as const satisfies Readonly<Record<string, ReactNode>>

export type IconName = keyof typeof drawings

/** Decoration beside a word: a reader hears the word alone. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      {drawings[name]}
    </svg>
  )
}
