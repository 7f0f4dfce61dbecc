import { useEffect } from 'react'
import { addressOfOperation } from '../../../api/client.ts'
import type { DataOf } from '../../../api/operation-types.ts'
import { useOperation } from '../../../api/use-operation.ts'

type FirstRun = DataOf<'getFirstRun'>
export type Step = FirstRun['steps'][number]
export type StepName = Step['step']

const everyMs = 4_000

/** How far the platform has come. While something is left it is asked for now and then, and whenever an event comes. */
export function useFirstRun() {
  const query = useOperation('getFirstRun', {})
  const { data, refetch } = query
  const isWaiting = data !== undefined && !data.is_demo && !isOver(data)
  useEffect(() => {
    if (!isWaiting) return
    const ask = () => {
      if (document.visibilityState === 'visible') void refetch()
    }
    const timer = setInterval(ask, everyMs)
    const source = new EventSource(addressOfOperation('followLive', {}))
    source.addEventListener('events', ask)
    return () => {
      clearInterval(timer)
      source.close()
    }
  }, [isWaiting, refetch])
  return query
}

export function countHappened({ steps }: FirstRun): number {
  return steps.filter(({ happened }) => happened !== null).length
}

export function isOver(run: FirstRun): boolean {
  return countHappened(run) === run.steps.length
}

/** Figures and events have the place from the first live click on. */
export function hasClicks({ steps }: FirstRun): boolean {
  return steps.some(({ step, happened }) => step === 'click' && happened !== null)
}

export function nextOf({ steps }: FirstRun): Step | undefined {
  return steps.find(({ happened }) => happened === null)
}
