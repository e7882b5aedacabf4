import { z } from 'zod';
import { fromWire } from './codec.ts';

/** JSON in a query, since it is nested. */
export const inQuery = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .max(60_000)
    .transform((text, context) => {
      try {
        return fromWire(JSON.parse(text));
      } catch {
        context.addIssue({ code: 'custom', message: 'object' });
        return z.NEVER;
      }
    })
    .pipe(schema);
