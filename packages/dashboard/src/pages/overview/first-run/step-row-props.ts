import type { DataOf } from '../../../api/operation-types.ts'
import type { Step, StepName } from './use-first-run.ts'

export interface StepRowProps {
  readonly step: Step
  readonly number: number
  readonly run: DataOf<'getFirstRun'>
  readonly isOpen: boolean
  /** The first that has not happened. */
  readonly isNext: boolean
  /** The step that a trial is under way for. */
  readonly trying: StepName | undefined
  readonly onOpen: () => void
  readonly onTry: (step: StepName) => void
}
