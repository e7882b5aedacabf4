import { z } from 'zod';

/** What a key file of Google Cloud says, as far as it is needed. */
export type ServiceAccount = {
  email: string;
  privateKey: string;
  keyId: string | undefined;
  projectId: string | undefined;
};

const keyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(3).max(320),
  private_key: z.string().includes('PRIVATE KEY').max(8_192),
  private_key_id: z.string().max(128).optional(),
  project_id: z.string().max(64).optional(),
});

/** The account of a key file, which was pasted as it is or in base64; undefined where it is none. */
export function readServiceAccount(given: string): ServiceAccount | undefined {
  const text = given.trimStart().startsWith('{') ? given : Buffer.from(given, 'base64').toString('utf8');
  const { data } = keyFile.safeParse(readJson(text));
  return (
    data && {
      email: data.client_email,
      privateKey: data.private_key,
      keyId: data.private_key_id,
      projectId: data.project_id,
    }
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
