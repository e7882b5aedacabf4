import type { Citation, FlowNode, Json } from '@lectern/contract';
import type { FlowComponent, Layout } from '../component.ts';
import { fillText, fillValue, type Lookup, listReferences } from '../graph/references.ts';
import { StepError } from './step-error.ts';

/** Widgets whose texts hold references. */
const filledWidgets = new Set(['template', 'reference']);

/** Fills the references in what a node is set to, as far as its form offers them. */
export function fillOptions(
  component: FlowComponent,
  options: Record<string, Json>,
  lookup: Lookup,
): { filled: Record<string, Json>; citations: Citation[]; inputs: Record<string, Json> } {
  const citations: Citation[] = [];
  const inputs: Record<string, Json> = {};

  function fill(layout: Layout, values: Record<string, Json>, place: string): Record<string, Json> {
    const filled = { ...values };
    for (const [name, { widget, fields }] of Object.entries(layout)) {
      const value = values[name];
      if (fields && Array.isArray(value))
        filled[name] = value.map((row, i) =>
          fill(fields, row as Record<string, Json>, `${place}${name}.${i + 1}.`),
        );
      else if (typeof value === 'string' && filledWidgets.has(widget) && listReferences(value).length > 0) {
        const found = widget === 'reference' ? fillValue(value, lookup) : fillText(value, lookup);
        filled[name] = found.value;
        inputs[`${place}${name}`] = found.value;
        for (const citation of found.citations)
          if (!citations.some(({ number }) => number === citation.number)) citations.push(citation);
      }
    }
    return filled;
  }

  return { filled: fill(component.layout, options, ''), citations, inputs };
}

/** Checks what a node is set to. Throws a StepError that names the option. */
export function parseOptions(component: FlowComponent, node: FlowNode): Record<string, Json> {
  const parsed = component.options.safeParse(node.options);
  if (parsed.success) return parsed.data as Record<string, Json>;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new StepError('flow.wrong_option', place, { isFinal: true, cause: parsed.error });
}
