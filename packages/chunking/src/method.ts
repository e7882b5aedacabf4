import type { ChunkMethodDescription, FormField, Language } from '@lectern/contract';
import type { ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk, ChunkResult } from './chunk.ts';
import type { MethodTexts, OptionTexts } from './texts.ts';

/** The choices of an option that is one of a few strings; never for others. */
type ChoiceOf<Value> = Value extends string ? (string extends Value ? never : Value) : never;

/** How the form draws one option; bounds, default and choices come from the schema. */
export type OptionLayout<Value = unknown> = {
  widget: FormField['widget'];
  step?: number;
  texts: OptionTexts<ChoiceOf<Value>>;
};

/** What a method may ask while it refines a cut: bound to the company's models by the caller, who also books the calls. */
export type RefineTools = {
  /** One answer of the chat model to one prompt. Throws a ModelError. */
  complete: (request: { system: string; prompt: string; maxTokens: number }) => Promise<string>;
  /** Told after each finished part. */
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
};

/** What a refinement will ask of the chat model, before it begins. */
export type CallEstimate = { calls: number; promptTokens: number; completionTokens: number };

/** A second pass over a cut by a chat model. Without one the cut stands as it is. */
export type Refinement = {
  /** Zero calls: nothing to refine in this cut. */
  estimate: (result: ChunkResult, options: unknown) => CallEstimate;
  /** A model's nonsense must leave the chunk it was asked about as it was. */
  refine: (result: ChunkResult, options: unknown, tools: RefineTools) => Promise<ChunkResult>;
};

type AnyOptionTexts = Record<
  Language,
  { label: string; description: string; choices?: Record<string, string> | undefined }
>;

/** A way to cut documents: one file in `methods/`, one line in `methods/index.ts`. */
export type ChunkMethod = {
  id: string;
  /** The graph of entities is drawn from its chunks without being asked for apart. */
  drawsGraph: boolean;
  /** Ids of the formats it can cut; empty: every format. */
  accepts: readonly string[];
  options: z.ZodObject;
  layout: Readonly<Record<string, Omit<OptionLayout, 'texts'> & { texts: AnyOptionTexts }>>;
  texts: MethodTexts;
  /** Cuts a document. Options the schema does not know are ignored; wrong ones throw a ZodError. */
  chunk: (document: ParsedDocument, options: unknown) => Promise<ChunkResult>;
  refinement?: Refinement;
};

/** Defines a chunk method; its `chunk` receives options already checked against the schema. */
export function defineChunkMethod<Shape extends z.ZodRawShape>(definition: {
  id: string;
  accepts: readonly string[];
  options: z.ZodObject<Shape>;
  layout: { [Name in keyof Shape]: OptionLayout<z.output<Shape[Name]>> };
  texts: MethodTexts;
  drawsGraph?: boolean;
  /** Chunks alone stand for a cut without tables or facts. */
  chunk: (document: ParsedDocument, options: z.output<z.ZodObject<Shape>>) => Promise<Chunk[] | ChunkResult>;
  refinement?: Refinement;
}): ChunkMethod {
  const { options, chunk } = definition;
  return {
    ...definition,
    drawsGraph: definition.drawsGraph ?? false,
    options: options as unknown as z.ZodObject,
    layout: definition.layout as ChunkMethod['layout'],
    chunk: async (document, values) => {
      const cut = await chunk(document, options.parse(values ?? {}));
      return Array.isArray(cut) ? { chunks: cut } : cut;
    },
  };
}

/** A method as data, for the form and for the catalogue of the API, with texts in the language of the caller. */
export function describeChunkMethod(method: ChunkMethod, language: Language): ChunkMethodDescription {
  const { properties = {} } = z.toJSONSchema(method.options, { io: 'input' });
  const options = Object.entries(method.layout).map(([name, layout]): FormField => {
    const property = properties[name] as {
      default?: FormField['default'];
      minimum?: number;
      maximum?: number;
      enum?: string[];
    };
    const { label, description, choices = {} } = layout.texts[language];
    return {
      name,
      label,
      description,
      widget: layout.widget,
      required: layout.widget === 'number',
      ...(property.default === undefined ? {} : { default: property.default }),
      ...(property.minimum === undefined ? {} : { min: property.minimum }),
      ...(property.maximum === undefined ? {} : { max: property.maximum }),
      ...(layout.step === undefined ? {} : { step: layout.step }),
      ...(property.enum === undefined
        ? {}
        : { choices: property.enum, choiceLabels: property.enum.map((choice) => choices[choice] ?? choice) }),
    };
  });
  return {
    id: method.id,
    ...method.texts[language],
    accepts: [...method.accepts],
    options,
    drawsGraph: method.drawsGraph,
    refines: method.refinement !== undefined,
  };
}
