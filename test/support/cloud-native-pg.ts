const text = { type: 'string' }
const texts = { type: 'object', additionalProperties: text }
const size = { type: 'object', properties: { size: text }, required: ['size'], additionalProperties: false }

const closed = (properties: object) => ({ type: 'object', properties, additionalProperties: false })

/**
 * The fields of CloudNativePG's `Cluster` (1.28) that we write, and no others: a field that is misspelled is refused. Its own
 * schema is a file of its repository, in no package.
 */
export const clusterSchema = {
  ...closed({
    apiVersion: { const: 'postgresql.cnpg.io/v1' },
    kind: { const: 'Cluster' },
    metadata: closed({ name: text, namespace: text, labels: texts }),
    spec: {
      ...closed({
        instances: { type: 'integer', minimum: 1 },
        imageName: text,
        bootstrap: closed({
          initdb: closed({ database: text, owner: text, encoding: text, dataChecksums: { type: 'boolean' } }),
        }),
        postgresql: closed({
          // Each value is a text: a number would be refused.
          parameters: texts,
          synchronous: {
            ...closed({
              method: { enum: ['any', 'first'] },
              number: { type: 'integer', minimum: 1 },
              dataDurability: { enum: ['required', 'preferred'] },
              failoverQuorum: { type: 'boolean' },
            }),
            required: ['method', 'number'],
          },
        }),
        replicationSlots: closed({ highAvailability: closed({ enabled: { type: 'boolean' } }) }),
        storage: size,
        walStorage: size,
        resources: closed({ requests: texts, limits: texts }),
        affinity: closed({
          enablePodAntiAffinity: { type: 'boolean' },
          podAntiAffinityType: { enum: ['required', 'preferred'] },
          topologyKey: text,
        }),
      }),
      required: ['instances', 'storage'],
    },
  }),
  required: ['apiVersion', 'kind', 'metadata', 'spec'],
}

/** The parameters of PostgreSQL that its operator sets itself, or refuses, among those that somebody would write here. */
export const operatorsParameters: readonly string[] = [
  'archive_command',
  'archive_mode',
  'cluster_name',
  'data_directory',
  'full_page_writes',
  'hot_standby',
  'huge_pages',
  'listen_addresses',
  'logging_collector',
  'port',
  'primary_conninfo',
  'primary_slot_name',
  'restart_after_crash',
  'restore_command',
  'ssl',
  'synchronous_standby_names',
  'unix_socket_directories',
  'wal_level',
  'wal_log_hints',
]
