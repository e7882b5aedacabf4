import { AppError, uploadLimits } from '@lectern/contract';
import { acceptedExtensions, fileExtension } from '@lectern/parsing';
import { cleanFileName } from '../file-storage/upload.service.ts';

/** What a file made of the object is called. */
export function nameOf(key: string): string {
  return cleanFileName(key);
}

/** Why an object would not be taken, as far as its name and size tell. */
export function findRefusal(key: string, size: number | null): AppError | undefined {
  const name = nameOf(key);
  if (!acceptedExtensions().includes(fileExtension(name)))
    return new AppError('document.unsupported', { name, extensions: acceptedExtensions().join(', ') });
  // In an address these are ways to somewhere else, and the signature is of the letters.
  if (key.split('/').some((part) => part === '.' || part === '..')) return new AppError('s3.key_unusable');
  if (size !== null && size > uploadLimits.maxFileBytes)
    return new AppError('document.too_large', {
      name,
      maxMegabytes: uploadLimits.maxFileBytes / 1024 / 1024,
    });
  return undefined;
}
