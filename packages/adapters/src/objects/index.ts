export { openLocalObjectStore } from './local-object-store.ts';
export {
  type ObjectListing,
  ObjectNotFoundError,
  type ObjectStore,
  ObjectTooLargeError,
  type PutOptions,
  type StoredObject,
} from './object-store.ts';
export {
  type BucketObject,
  type BucketPage,
  openS3Bucket,
  type S3Bucket,
  S3BucketError,
  type S3Fault,
} from './s3-bucket.ts';
export { openS3ObjectStore, probeConditionalPut, type S3Options } from './s3-object-store.ts';
