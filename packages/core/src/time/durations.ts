/** How long things last, in milliseconds unless the name says another unit. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs

export const daySec = dayMs / 1000
