import { languages } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Layout } from '../component.ts';
import { describeFlowComponent } from '../describe-component.ts';
import { flowComponents } from './index.ts';

type Property = { default?: unknown; enum?: string[]; items?: { properties?: Record<string, Property> } };

/** Every text that a form shows, with its place. */
function checkLayout(layout: Layout, properties: Record<string, Property>, place: string): void {
  const ids = Object.keys(properties).filter((name) => name !== 'id');
  expect(Object.keys(layout).sort(), place).toEqual(ids.sort());
  for (const [name, { texts, fields, shownWhen }] of Object.entries(layout)) {
    const at = `${place}.${name}`;
    for (const language of languages) {
      const { label, choices } = texts[language];
      expect(label, `${at} ${language}`).not.toBe('');
      const named = properties[name]?.enum;
      if (named)
        expect(Object.keys(choices ?? {}), `${at} ${language}`).toEqual(expect.arrayContaining(named));
    }
    if (shownWhen) expect(ids, at).toContain(shownWhen.option);
    if (fields) checkLayout(fields, properties[name]?.items?.properties ?? {}, at);
  }
}

describe.each([...flowComponents.values()].map((component) => [component.id, component] as const))(
  '%s',
  (id, component) => {
    const { properties = {} } = z.toJSONSchema(component.options, { io: 'input' }) as {
      properties?: Record<string, Property>;
    };

    it('has texts in every language for itself, its options and their choices', () => {
      for (const language of languages) {
        const { name, description } = component.texts[language];
        expect([name, description], `${id} ${language}`).not.toContain('');
      }
      checkLayout(component.layout, properties, id);
    });

    it('can be described in every language, with an icon', () => {
      expect(component.icon).toMatch(/^M[\d\sA-Za-z.,-]+$/);
      for (const language of languages) {
        const described = describeFlowComponent(component, language);
        for (const { label } of described.ports) expect(label).not.toBe('');
        for (const output of described.outputs) expect(output.description).not.toBe('');
      }
    });

    it('has defaults for everything that is not required', () => {
      const parsed = component.options.safeParse({});
      for (const { path } of parsed.error?.issues ?? [])
        expect(properties[String(path[0])]?.default, `${id}.${path.join('.')}`).toBeUndefined();
    });

    it('has an example that its options take', () => {
      expect(component.options.safeParse(component.example).error?.issues).toBeUndefined();
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(component.example)));
    });

    it('names its ports and outputs once', () => {
      for (const names of [component.ports.map((port) => port.id), component.outputs.map(({ name }) => name)])
        expect(new Set(names).size).toBe(names.length);
      for (const option of [component.portsFrom?.option, component.outputsFrom])
        if (option !== undefined) expect(Object.keys(properties)).toContain(option);
    });
  },
);
