import * as operations from '@quoin/contract/operator/publishers/publisher-operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import type { PublisherStatus } from '@quoin/core/publishers/publisher.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { decideOnPublisher, renamePublisher } from '../../../features/publishers/change-publisher.ts'
import { createPublisher as create } from '../../../features/publishers/create-publisher.ts'
import { getPublisher as find } from '../../../features/publishers/get-publisher.ts'
import {
  type Figures,
  findPublisherMoney,
  measurePublishers,
} from '../../../features/publishers/measure-publishers.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import type { PublisherRow } from '../../../store/publishers/publishers.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'

const listPublishers = staffRoute(operations.listPublishers, async ({ ports, query }) => {
  const { db, store } = ports
  const slice = sliceOf(query, 'state')
  const filter = { search: query.search ?? null, status: query.status ?? null }
  const page = await store.publisherList.listPublisherPage(db, filter, slice)
  const figures = await measurePublishers(
    ports,
    page.rows.map(({ id }) => id),
  )
  return listAnswer(page, slice, (row) => presentPublisher(row, figures.get(row.id)))
})

const getPublisher = staffRoute(operations.getPublisher, async ({ ports, path: { publisherId } }) => {
  const publisher = await find(ports, publisherId)
  const [figures, members] = await Promise.all([
    measurePublishers(ports, [publisherId]),
    ports.store.publisherList.listMembers(ports.db, publisherId),
  ])
  const data = {
    ...presentPublisher(publisher, figures.get(publisherId)),
    members: members.map(({ id, name, email, isConfirmed, role, createdAtMs }) => ({
      person_id: id,
      name,
      email,
      is_confirmed: isConfirmed,
      role,
      since: secondsOf(createdAtMs),
    })),
  }
  return { data, message: `The publisher ${publisher.name}.` }
})

const getPublisherMoney = staffRoute(operations.getPublisherMoney, async ({ ports, path }) => {
  const { id } = await find(ports, path.publisherId)
  const { payableMicros, paidMicros } = await findPublisherMoney(ports, id)
  const data = { payable: formatMicros(payableMicros), paid: formatMicros(paidMicros) }
  return { data, message: 'By the ledger.' }
})

const createPublisher = staffRoute(operations.createPublisher, async ({ ports, body, staff }) => {
  const status: PublisherStatus = body.approved ? 'active' : 'waiting'
  const id = await create({ ...ports, actor: staff.actor }, { name: body.name, status })
  return { status: 201, data: { id: String(id), status }, message: `The publisher ${body.name} is created.` }
})

const updatePublisher = staffRoute(operations.updatePublisher, async ({ ports, path, body, staff }) => {
  await renamePublisher({ ...ports, actor: staff.actor }, { ...path, name: body.name })
  return { data: {}, message: 'It is renamed.' }
})

const approvePublisher = staffRoute(operations.approvePublisher, async ({ ports, path, staff }) =>
  decided(path, await decideOnPublisher({ ...ports, actor: staff.actor }, { ...path, decision: 'approve' })),
)

const suspendPublisher = staffRoute(operations.suspendPublisher, async ({ ports, path, body, staff }) =>
  decided(
    path,
    await decideOnPublisher(
      { ...ports, actor: staff.actor },
      { ...path, decision: 'suspend', reason: body.reason },
    ),
  ),
)

const resumePublisher = staffRoute(operations.resumePublisher, async ({ ports, path, staff }) =>
  decided(path, await decideOnPublisher({ ...ports, actor: staff.actor }, { ...path, decision: 'resume' })),
)

function decided({ publisherId }: { readonly publisherId: number }, status: PublisherStatus) {
  return { data: { id: String(publisherId), status }, message: `The publisher is ${status}.` }
}

function presentPublisher({ id, name, status, createdAtMs }: PublisherRow, figures: Figures | undefined) {
  return {
    id: String(id),
    name,
    status,
    created_at: secondsOf(createdAtMs),
    apps: figures?.apps ?? 0,
    clicks: figures?.clicks ?? 0,
    earned: formatMicros(figures?.earnedMicros ?? 0n),
    reversal_share: figures?.reversalShare ?? null,
    last_seen_at: secondsOf(figures?.lastUsedAtMs),
  }
}

/** Publishers: who may do business, and how they fare. */
export const publisherRoutes = [
  listPublishers,
  getPublisher,
  getPublisherMoney,
  createPublisher,
  updatePublisher,
  approvePublisher,
  suspendPublisher,
  resumePublisher,
]
