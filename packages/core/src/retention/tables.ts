import { catalogueTables } from './tables/catalogue-tables.ts'
import { conversionTables } from './tables/conversion-tables.ts'
import { peopleTables } from './tables/people-tables.ts'
import { platformTables } from './tables/platform-tables.ts'
import { riskTables } from './tables/risk-tables.ts'
import { statsTables } from './tables/stats-tables.ts'
import type { TableFacts } from './tables/table-facts.ts'

/** Every table of the schema: a test holds it to the schema, and docs/tables.md is printed from it. */
export const tables: Readonly<Record<string, TableFacts>> = {
  ...catalogueTables,
  ...conversionTables,
  ...riskTables,
  ...statsTables,
  ...peopleTables,
  ...platformTables,
}
