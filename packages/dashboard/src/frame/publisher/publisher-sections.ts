import type { IconName } from '../../parts/value/icon.tsx'
import type { SectionGroup } from '../sections.ts'
import { placeOf } from './use-here.ts'

interface Page {
  /** The end of its address. */
  readonly page: string
  readonly text: string
  readonly icon: IconName
  /** Whether the page is about the app that is chosen, or about the whole publisher. */
  readonly of: 'app' | 'publisher'
}

/** The publisher's sidebar. A page of its own here is one row; its route is one line of router.tsx. */
const groups: readonly { readonly title: string | undefined; readonly pages: readonly Page[] }[] = [
  {
    title: undefined,
    pages: [
      { page: 'start', text: 'Start', icon: 'play', of: 'app' },
      { page: 'try', text: 'Test bench', icon: 'flask', of: 'app' },
    ],
  },
  {
    title: 'Integration',
    pages: [
      { page: 'keys', text: 'Keys', icon: 'key', of: 'app' },
      { page: 'callbacks', text: 'Callbacks', icon: 'callback', of: 'app' },
      { page: 'offers', text: 'Offers', icon: 'tag', of: 'app' },
      { page: 'console', text: 'Console', icon: 'server', of: 'app' },
      { page: 'calls', text: 'Request log', icon: 'list', of: 'app' },
      { page: 'settings', text: 'Settings', icon: 'settings', of: 'app' },
    ],
  },
  {
    title: 'Figures',
    pages: [
      { page: 'reports', text: 'Reports', icon: 'stats', of: 'app' },
      { page: 'conversions', text: 'Conversions', icon: 'check', of: 'app' },
      { page: 'clicks', text: 'Clicks', icon: 'click', of: 'app' },
      { page: 'users', text: 'Users', icon: 'team', of: 'app' },
    ],
  },
  {
    title: 'Organisation',
    pages: [
      { page: '', text: 'Apps', icon: 'publisher', of: 'publisher' },
      { page: 'money', text: 'Money', icon: 'money', of: 'publisher' },
      { page: 'team', text: 'Team', icon: 'team', of: 'publisher' },
      { page: 'tokens', text: 'Tokens', icon: 'key', of: 'publisher' },
    ],
  },
]

/** The sections with their addresses; those of an app only where there is one. */
export function publisherSections(publisherId: string, appId: string | undefined): readonly SectionGroup[] {
  return groups
    .map(({ title, pages }) => ({
      title,
      sections: pages
        .filter(({ of }) => of === 'publisher' || appId !== undefined)
        .map(({ page, of, ...section }) => ({
          ...section,
          to: placeOf({ publisherId }, page, of === 'app' ? appId : undefined),
        })),
    }))
    .filter(({ sections }) => sections.length > 0)
}
