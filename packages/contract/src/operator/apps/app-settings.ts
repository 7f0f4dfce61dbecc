import { appSettings as settings } from '@quoin/core/apps/app-settings.ts'
import { ownSettings } from '@quoin/core/settings/setting.ts'
import { settingParameters, settingShapes } from '../../fields/setting-fields.ts'

/** The settings of an app, and they as an answer shows them; those without the platform's are what its publisher sets. */
export const appSettings = settingParameters(settings)
export const appSettingsShape = settingShapes(settings)
export const ownAppSettings = settingParameters(ownSettings(settings))
export const ownAppSettingsShape = settingShapes(ownSettings(settings))
