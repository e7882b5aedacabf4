import { describe, expect, it } from 'vitest';
import { createSecretBox, SecretBoxError } from './secret-box.ts';

const key = 'k'.repeat(32);

describe('the secret box', () => {
  it('opens what it closed, and closes the same secret differently each time', () => {
    const box = createSecretBox(key);
    const sealed = box.encrypt('sk-clé-密钥', 'provider:1');
    expect(box.decrypt(sealed, 'provider:1')).toBe('sk-clé-密钥');
    expect(sealed).toMatch(/^v1\./);
    expect(sealed).not.toContain('sk-');
    expect(box.encrypt('sk-clé-密钥', 'provider:1')).not.toBe(sealed);
    expect(createSecretBox(key).decrypt(sealed, 'provider:1')).toBe('sk-clé-密钥');
  });

  it('keeps the empty secret', () => {
    const box = createSecretBox(key);
    expect(box.decrypt(box.encrypt('', 'x'), 'x')).toBe('');
  });

  it('refuses another key, another place, and a changed or foreign text', () => {
    const box = createSecretBox(key);
    const sealed = box.encrypt('secret', 'provider:1');
    const middle = sealed.length >> 1;
    const changed = sealed.slice(0, middle) + (sealed[middle] === 'A' ? 'B' : 'A') + sealed.slice(middle + 1);
    expect(() => createSecretBox('o'.repeat(32)).decrypt(sealed, 'provider:1')).toThrow(SecretBoxError);
    expect(() => box.decrypt(sealed, 'provider:2')).toThrow(SecretBoxError);
    for (const text of [changed, sealed.slice(0, -6), 'v1.', 'v2.AAAA', 'secret', '']) {
      expect(() => box.decrypt(text, 'provider:1')).toThrow(SecretBoxError);
    }
  });

  it('refuses a key that is too short', () => {
    expect(() => createSecretBox('short')).toThrow(SecretBoxError);
  });
});
