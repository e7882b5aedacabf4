import type { FlowComponentDescription, FlowField, Json, Language } from '@lectern/contract';
import { z } from 'zod';
import type { FlowComponent, Layout } from './component.ts';

type Property = {
  default?: Json;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  minLength?: number;
  enum?: string[];
  anyOf?: Property[];
  items?: { properties?: Record<string, Property> };
};

/** A component as data, for the editor and the catalogue of the API, with texts in the language of the caller. */
export function describeFlowComponent(
  component: FlowComponent,
  language: Language,
): FlowComponentDescription {
  const { properties = {} } = z.toJSONSchema(component.options, { io: 'input' }) as {
    properties?: Record<string, Property>;
  };
  const { name, description, needs = '' } = component.texts[language];
  return {
    id: component.id,
    category: component.category,
    icon: component.icon,
    name,
    description,
    needs,
    options: describeFields(component.layout, properties, language),
    defaults: Object.fromEntries(
      Object.entries(properties).flatMap(([key, property]) =>
        property.default === undefined ? [] : [[key, property.default]],
      ),
    ),
    holdsNodes: component.holds !== 'none',
    isNote: component.isNote,
    hasInput: !component.isEntry && !component.isNote,
    ports: component.ports.map(({ id, texts }) => ({ id, label: texts[language] })),
    portsFrom: component.portsFrom ?? null,
    outputs: component.outputs.map(({ name, type, texts }) => ({ name, type, description: texts[language] })),
    outputsFrom: component.outputsFrom ?? null,
    isSingle: component.isSingle,
  };
}

function describeFields(
  layout: Layout,
  properties: Record<string, Property>,
  language: Language,
): FlowField[] {
  return Object.entries(layout).map(
    ([name, { widget, texts, advanced = false, shownWhen, step, fields }]) => {
      const property = properties[name] ?? {};
      // A value that may be null is one of two schemas.
      const bounds = property.anyOf?.find(
        ({ minimum, maximum }) => minimum !== undefined || maximum !== undefined,
      );
      const { minimum, maximum } = bounds ?? property;
      const { label, description, choices } = texts[language];
      return {
        name,
        label,
        ...(description === undefined ? {} : { description }),
        widget,
        advanced,
        required: (property.minItems ?? 0) > 0 || (property.minLength ?? 0) > 0,
        ...(property.default === undefined ? {} : { default: property.default }),
        ...(minimum === undefined ? {} : { min: minimum }),
        ...(maximum === undefined ? {} : { max: maximum }),
        ...(step === undefined ? {} : { step }),
        ...(shownWhen === undefined ? {} : { shownWhen }),
        ...(property.enum === undefined
          ? {}
          : {
              choices: property.enum,
              choiceLabels: property.enum.map((choice) => choices?.[choice] ?? choice),
            }),
        ...(fields === undefined
          ? {}
          : { fields: describeFields(fields, property.items?.properties ?? {}, language) }),
      };
    },
  );
}
