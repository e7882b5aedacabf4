import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts short secrets (provider keys, mail passwords) for the database. */
export type SecretBox = {
  /** `context` names the place, such as "provider:42": a text copied to another row does not open there. */
  encrypt: (secret: string, context: string) => string;
  /** Throws a SecretBoxError when the key, the context or the text is another. */
  decrypt: (sealed: string, context: string) => string;
};

export class SecretBoxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SecretBoxError';
  }
}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under a key derived from the installation's secret, which must have at least 32 characters. */
export function createSecretBox(secretKey: string): SecretBox {
  if (secretKey.length < 32) throw new SecretBoxError('the secret key must have at least 32 characters');
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'lectern', 'secret-box v1', 32));

  return {
    encrypt: (secret, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([
        nonce,
        cipher.update(secret, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${version}.${sealed.toString('base64url')}`;
    },
    decrypt: (sealed, context) => {
      const [prefix, payload, ...rest] = sealed.split('.');
      if (prefix !== version || payload === undefined || rest.length > 0) {
        throw new SecretBoxError('the secret has an unknown form');
      }
      const bytes = Buffer.from(payload, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) throw new SecretBoxError('the secret is cut off');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
      try {
        const opened = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()];
        return Buffer.concat(opened).toString('utf8');
      } catch {
        throw new SecretBoxError(
          'the secret cannot be opened: LECTERN_SECRET_KEY differs from the one that closed it',
        );
      }
    },
  };
}
