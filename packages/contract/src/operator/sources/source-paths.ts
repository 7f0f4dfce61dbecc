import { required } from '../../fields/field.ts'
import { countField } from '../../fields/number-fields.ts'

const ownId = countField({ min: 1, max: Number.MAX_SAFE_INTEGER })

export const sourcePath = { sourceId: required(ownId, 'The id of the source.') } as const
export const runPath = { runId: required(ownId, 'The id of the run.') } as const
