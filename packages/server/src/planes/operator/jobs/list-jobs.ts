import {
  getJob as getOperation,
  listJobs as listOperation,
} from '@quoin/contract/operator/overview/job-operations.ts'
import { notFound } from '@quoin/core/errors.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { presentJob } from './present-job.ts'

export const listJobs = staffRoute(listOperation, async ({ ports: { db, store }, query }) => {
  const slice = sliceOf(query, '-time')
  return listAnswer(
    await store.jobs.listJobPage(db, { state: query.state ?? null }, slice),
    slice,
    presentJob,
  )
})

export const getJob = staffRoute(getOperation, async ({ ports: { db, store }, path }) => {
  const job = await store.jobs.findJob(db, path.jobId)
  if (!job) throw notFound('There is no such job.')
  return { data: presentJob(job), message: `The job is ${job.state}.` }
})
