import type { GivenSettings } from '../../settings/config.ts'
import type { S3Address } from '../../settings/setting-readers.ts'

export type S3Settings = Pick<
  GivenSettings,
  'awsAccessKeyId' | 'awsSecretAccessKey' | 'awsSessionToken' | 'awsRegion' | 'awsEndpointUrl'
>

/** A part of a bucket, and how it is reached. */
export interface S3Target extends S3Address {
  /** `s3://bucket/prefix`, for people. */
  readonly name: string
  /** The address of the bucket, without a slash at its end. */
  readonly url: string
  /** For people. */
  readonly host: string
  readonly region: string
  readonly credentials: {
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly sessionToken?: string
  }
}

interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export function s3TargetOf(
  address: S3Address,
  { awsSessionToken, awsRegion: region, awsEndpointUrl }: S3Settings,
  { accessKeyId, secretAccessKey }: Credentials,
): S3Target {
  const { bucket, prefix } = address
  const url = urlOf(bucket, region, awsEndpointUrl)
  return {
    ...address,
    name: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`,
    url,
    host: new URL(url).host,
    region,
    credentials: {
      accessKeyId,
      secretAccessKey,
      ...(awsSessionToken === null ? {} : { sessionToken: awsSessionToken }),
    },
  }
}

/** AWS wants the bucket as a part of the host; its certificate does not fit a name with a dot. */
function urlOf(bucket: string, region: string, endpoint: string | null): string {
  if (endpoint !== null) return `${endpoint}/${bucket}`
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  return /^[a-z0-9-]+$/.test(bucket) ? `https://${bucket}.${host}` : `https://${host}/${bucket}`
}
