/**
 * The postbacks of network `n`, newest first, by postback_requests_by_network. With `network_id = n.id`, and `id` alone
 * in the order, a plan that takes all networks for alike goes through everybody's newest for one that rarely sends.
 */
export const ofNetwork = 'network_id between n.id and n.id'
export const newestOfNetwork = 'network_id, id desc'
