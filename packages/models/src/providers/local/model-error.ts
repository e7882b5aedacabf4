import { ModelError, type ModelErrorKind } from '../../ports.ts';

/** What runs the models knows the kinds of errors, but not their class. */
export async function asModelError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw explain(error);
  }
}

export function explain(error: unknown): unknown {
  const { name, kind, detail } = error as { name?: string; kind?: ModelErrorKind; detail?: string };
  if (name !== 'LocalModelError' || kind === undefined) return error;
  return new ModelError(kind, { detail, cause: error });
}
