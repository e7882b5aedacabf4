import type { FlowCategory, FlowOutputType, FlowWidget, Json } from '@lectern/contract';
import { z } from 'zod';
import type { StepContext } from './engine/step-context.ts';
import type { ComponentTexts, OptionTexts, Words } from './texts.ts';

/** How the form draws one option; bounds, default and choices come from the schema. */
export type OptionLayout = {
  widget: FlowWidget;
  texts: OptionTexts;
  step?: number;
  /** Offered behind “More options”. */
  advanced?: boolean;
  /** Shown only while another option has one of these values. */
  shownWhen?: { option: string; values: Json[] };
  /** Of a list of sub-forms: how each field of one is drawn. */
  fields?: Layout;
};
export type Layout = Record<string, OptionLayout>;

/**
 * What a component does outside the run: nothing; model calls, which are booked; reading from elsewhere; or a change
 * elsewhere. A step that changes something is recorded before it starts, so that it can tell a repetition.
 */
export type ComponentEffect = 'none' | 'model' | 'read' | 'write';

export type StepResult = {
  outputs: Record<string, Json>;
  /** The port by which the run goes on; `out` unless said otherwise. */
  port?: string;
};

/** A kind of node: one file in `components/`, one line in `components/index.ts`. */
export type FlowComponent = {
  id: string;
  category: FlowCategory;
  /** Path data of a 24 × 24 icon, drawn as a line. */
  icon: string;
  texts: ComponentTexts;
  /** Options of a typical node, for the guide and for the tests that every component passes. */
  example: Record<string, Json>;
  options: z.ZodObject;
  layout: Layout;
  ports: readonly { id: string; texts: Words }[];
  /** Each row of this option is a port of its own, called by the row's `label` field. */
  portsFrom?: { option: string; label: string } | undefined;
  outputs: readonly { name: string; type: FlowOutputType; texts: Words }[];
  /** Each row of this option is one more output, by its `name`. */
  outputsFrom?: string | undefined;
  /** Where it depends on what the node is set to, told by its options. */
  effect: ComponentEffect | ((options: Record<string, Json>) => ComponentEffect);
  /** Nothing leads to it: runs begin here. */
  isEntry: boolean;
  isSingle: boolean;
  isNote: boolean;
  /** It holds other nodes and runs them; a group only shows them together. */
  holds: 'none' | 'group' | 'body';
  /** A cycle through it ends by itself: it waits for a person, or counts its rounds. */
  endsCycles: boolean;
  /** No time-out of its node ends it: what it runs has bounds of its own. */
  isOpenEnded: boolean;
  /** It shows text to the person: a model before it writes straight to them. */
  posts: boolean;
  run: (context: StepContext) => Promise<StepResult>;
};

const defaultPorts = [
  { id: 'out', texts: { en: 'Next', fr: 'Suite', zh: '继续', 'zh-TRADITIONAL': '繼續' } },
];

/** Defines a component; its `run` receives options that were checked against the schema, with references filled in. */
export function defineFlowComponent<Shape extends z.ZodRawShape>(
  definition: Pick<FlowComponent, 'id' | 'category' | 'icon' | 'texts' | 'example' | 'outputs'> &
    Partial<
      Pick<
        FlowComponent,
        | 'ports'
        | 'portsFrom'
        | 'outputsFrom'
        | 'effect'
        | 'isEntry'
        | 'isSingle'
        | 'isNote'
        | 'holds'
        | 'endsCycles'
        | 'isOpenEnded'
        | 'posts'
      >
    > & {
      options: z.ZodObject<Shape>;
      layout: { [Name in keyof Shape]: OptionLayout };
      run: (context: StepContext<z.output<z.ZodObject<Shape>>>) => Promise<StepResult>;
    },
): FlowComponent {
  return {
    ports: defaultPorts,
    effect: 'none',
    isEntry: false,
    isSingle: false,
    isNote: false,
    holds: 'none',
    endsCycles: false,
    isOpenEnded: false,
    posts: false,
    ...definition,
    options: definition.options as unknown as z.ZodObject,
    layout: definition.layout as Layout,
    run: definition.run as FlowComponent['run'],
  };
}

/** A text that may hold references; the component receives it with their values. */
export const template = (maxLength = 20_000) => z.string().max(maxLength).default('');

/** One reference; the component receives the value itself. */
export const reference = () =>
  z
    .string()
    .max(500)
    .default('')
    .transform((text): Json => text);
