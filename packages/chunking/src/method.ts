import type { FormField } from '@lectern/contract';
import type { ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk } from './chunk.ts';

/** How the form draws one option; bounds and default come from the schema. */
export type OptionLayout = { widget: FormField['widget']; step?: number };

/** A way to cut documents: one file in `methods/`, one line in `methods/index.ts`. */
export type ChunkMethod = {
  id: string;
  /** Ids of the formats it can cut; empty: every format. */
  accepts: readonly string[];
  options: z.ZodObject;
  layout: Readonly<Record<string, OptionLayout>>;
  /** Cuts a document. Options the schema does not know are ignored; wrong ones throw a ZodError. */
  chunk: (document: ParsedDocument, options: unknown) => Promise<Chunk[]>;
};

/** Defines a chunk method; its `chunk` receives options already checked against the schema. */
export function defineChunkMethod<Shape extends z.ZodRawShape>(definition: {
  id: string;
  accepts: readonly string[];
  options: z.ZodObject<Shape>;
  layout: { [Name in keyof Shape]: OptionLayout };
  chunk: (document: ParsedDocument, options: z.output<z.ZodObject<Shape>>) => Promise<Chunk[]>;
}): ChunkMethod {
  const { options, chunk } = definition;
  return {
    ...definition,
    options: options as unknown as z.ZodObject,
    layout: definition.layout as Record<string, OptionLayout>,
    chunk: async (document, values) => chunk(document, options.parse(values ?? {})),
  };
}

/** A method as data, for the form and for the catalogue of the API. */
export function describeChunkMethod(method: ChunkMethod): {
  id: string;
  accepts: string[];
  options: FormField[];
} {
  const { properties = {} } = z.toJSONSchema(method.options, { io: 'input' });
  const options = Object.entries(method.layout).map(([name, layout]): FormField => {
    const property = properties[name] as {
      default?: FormField['default'];
      minimum?: number;
      maximum?: number;
      enum?: string[];
    };
    return {
      name,
      widget: layout.widget,
      required: layout.widget === 'number',
      ...(property.default === undefined ? {} : { default: property.default }),
      ...(property.minimum === undefined ? {} : { min: property.minimum }),
      ...(property.maximum === undefined ? {} : { max: property.maximum }),
      ...(layout.step === undefined ? {} : { step: layout.step }),
      ...(property.enum === undefined ? {} : { choices: property.enum }),
    };
  });
  return { id: method.id, accepts: [...method.accepts], options };
}
