import type { WallView, StoryView } from './model.ts'

interface Visit {
  /** The page of the visitor's activity; undefined where it may not be asked for. */
  load(): Promise<WallView | undefined>
  tell(story: StoryView, next: StoryView | undefined): void
  /** Draws the page that is shown anew. */
  refresh(): void
}

const lookEveryMs = 20_000

/** Looks now and then whether a reward has come, and tells of those that were not there before. */
export function watchRewards(visit: Visit): void {
  let credited: ReadonlySet<string> | undefined
  const look = async (): Promise<void> => {
    if (document.hidden || !navigator.onLine) return
    const page = await visit.load().catch(() => undefined)
    if (page?.view !== 'activity') return
    const known = credited
    const stories = page.stories.filter((story) => story.state === 'credited')
    const fresh = known === undefined ? [] : stories.filter(({ key }) => !known.has(key))
    credited = new Set(stories.map(({ key }) => key))
    for (const story of fresh) visit.tell(story, nextOf(story, page.stories))
    if (fresh.length > 0) visit.refresh()
  }
  void look()
  setInterval(() => void look(), lookEveryMs)
  document.addEventListener('visibilitychange', () => void look())
}

/** The step that its user goes on with. */
function nextOf({ start }: StoryView, stories: readonly StoryView[]): StoryView | undefined {
  const own = stories.filter((one) => one.start === start && one.state === 'started' && one.stepNumber > 0)
  return own.sort((one, other) => one.stepNumber - other.stepNumber)[0]
}
