import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'

const folder = process.env['SCREENSHOTS']

/** Keeps a picture of the whole page in the folder that SCREENSHOTS names, if it names one. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name.replaceAll(/[^\w-]+/g, '-')}.png`, fullPage: true })
}
