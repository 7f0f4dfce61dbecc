import { createElement, type ReactElement, useEffect, useRef } from 'react'
import { mountWall, type WallEvents, type WallOptions } from './browser/wall-frame.ts'

interface QuoinWallProps extends WallOptions {
  readonly onReady?: (() => void) | undefined
  readonly onOfferClick?: ((event: WallEvents['offer_click']) => void) | undefined
  /** A hint to look at the balance; never a proof. */
  readonly onReward?: ((event: WallEvents['reward']) => void) | undefined
  readonly onError?: ((event: WallEvents['error']) => void) | undefined
}

/** The wall as a component. It is made anew when its address changes, and taken down with it. */
export function QuoinWall(props: QuoinWallProps): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const { baseUrl, session, apiKey, userId, sig, subId, theme, lang, collect, minHeight } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest is read when it is needed.
  useEffect(() => {
    if (!place.current) return
    const wall = mountWall(place.current, latest.current)
    wall.on('ready', () => latest.current.onReady?.())
    wall.on('offer_click', (event) => latest.current.onOfferClick?.(event))
    wall.on('reward', (event) => latest.current.onReward?.(event))
    wall.on('error', (event) => latest.current.onError?.(event))
    return () => wall.destroy()
  }, [baseUrl, session, apiKey, userId, sig, subId, theme, lang, collect, minHeight])
  return createElement('div', { ref: place })
}
