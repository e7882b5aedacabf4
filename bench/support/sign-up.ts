import type { Product } from './product.ts';

const password = 'a password for benchmarks';

/** A person with a company of their own, who calls the product. */
export async function signUp(at: Product, name: string): Promise<Product> {
  const response = await fetch(`${at.url}/api/v1/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.org`, username: name, password }),
  });
  const { token } = (await response.json()) as { token: string };
  return { ...at, token, call: (method, path, body) => callAs(at, token, method, path, body) };
}

async function callAs(at: Product, token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${at.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  // biome-ignore lint/suspicious/noExplicitAny: benchmarks read what they know is there.
  return (await response.json()) as any;
}
