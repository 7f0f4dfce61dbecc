import fc from 'fast-check'

/**
 * Loaded by node before each test file: all properties of a run begin at one seed, so that a red run speaks of the
 * change and not of luck. `PROPERTY_SEED` names another; `npm run properties:long` draws them. A property that names
 * a seed of its own keeps it.
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_121) })
