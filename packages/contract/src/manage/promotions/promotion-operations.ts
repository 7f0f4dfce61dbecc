import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { rowId } from '../../operator/catalogue/offer-operations.ts'
import { addPromotion, promotionShape } from '../../operator/catalogue/terms-operations.ts'
import { operation } from '../../operation.ts'
import { staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { noParameters } from '../../parameters.ts'
import { member, ownApp } from '../manage-parts.ts'

const promotions = {
  ...member,
  tag: 'Promotions',
  pathParameters: ownApp,
  errors: staffErrorsOfOne,
} as const

export const listMyPromotions = operation({
  ...promotions,
  id: 'listMyPromotions',
  method: 'GET',
  path: '/manage/v1/apps/{appId}/promotions',
  role: 'analyst',
  summary: 'Promotions of an app',
  description: 'Lists promotions that run, will run or ran in the last 400 days.',
  body: noParameters,
  success: [{ status: 200, description: 'The promotions of the app.', data: Type.Array(promotionShape) }],
})

const { appId: _appId, ...promotionBody } = addPromotion.body

export const addMyPromotion = operation({
  ...promotions,
  id: 'addMyPromotion',
  method: 'POST',
  path: '/manage/v1/apps/{appId}/promotions',
  role: 'developer',
  summary: 'Add a promotion',
  description:
    'For a time the users of the app get more of its currency. Your earnings in USD stay the ' + 'same.',
  body: promotionBody,
  success: [{ status: 201, description: 'The promotion as it is now.', data: promotionShape }],
})

export const endMyPromotion = operation({
  ...promotions,
  id: 'endMyPromotion',
  method: 'POST',
  path: '/manage/v1/apps/{appId}/promotions/{promotionId}/end',
  pathParameters: { ...ownApp, promotionId: required(rowId, 'A promotion of the app.') },
  role: 'developer',
  summary: 'End a promotion',
  description:
    'The promotion ends now, or never begins. Clicks that were made in it keep what their users were ' +
    'shown.',
  body: noParameters,
  success: [{ status: 200, description: 'The promotion as it is now.', data: promotionShape }],
})
