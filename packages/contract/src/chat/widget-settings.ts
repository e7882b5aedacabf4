import { z } from 'zod';
import { photo } from '../core/common.ts';
import { languages } from '../core/languages.ts';

export const widgetPositions = ['down_right', 'down_left', 'up_right', 'up_left'] as const;
export type WidgetPosition = (typeof widgetPositions)[number];

/** What visitors are shown of the documents that an answer rests on. */
export const widgetSources = ['quotes', 'passages', 'documents'] as const;
export type WidgetSources = (typeof widgetSources)[number];

/** Whether visitors give a detail before the first question. */
export const visitorDetails = ['off', 'optional', 'required'] as const;
export type VisitorDetail = (typeof visitorDetails)[number];

const colour = z.string().regex(/^#[0-9a-f]{6}$/i);

/** What a widget looks like and says, as far as every visitor may know it. */
export const widgetAppearance = z.strictObject({
  /** Empty: the button shows its picture alone. */
  buttonText: z.string().trim().max(40).default(''),
  position: z.enum(widgetPositions).default('down_right'),
  /** Of the open window, in CSS pixels; on a phone it covers the screen. */
  width: z.number().int().min(280).max(800).default(400),
  height: z.number().int().min(320).max(1_000).default(640),
  /** Of the button, the header and the questions. */
  color: colour.default('#0f766e'),
  /** On top of `color`. */
  textColor: colour.default('#ffffff'),
  /** A picture on the button; null: a speech bubble. It is part of the answer, so that no picture of ours is fetched. */
  image: photo.max(90_000).nullable().default(null),
  /** Empty: the name of the assistant. */
  title: z.string().trim().max(80).default(''),
  /** Null: the language of the visitor's browser. */
  language: z.enum(languages).nullable().default(null),
  /** Light, dark, or as the visitor's device prefers. */
  scheme: z.enum(['auto', 'light', 'dark']).default('auto'),
  /** Empty: the opener of the assistant. */
  opener: z.string().trim().max(2_000).default(''),
  suggestedQuestions: z.array(z.string().trim().min(1).max(200)).max(6).default([]),
});
export type WidgetAppearance = z.infer<typeof widgetAppearance>;

/**
 * A site that may show a widget: scheme and host, with a port where it is not the usual one. `https://*.example.com`
 * stands for every subdomain, and not for the domain itself.
 */
export const widgetSite = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(
    /^https?:\/\/(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?(:[1-9][0-9]{0,4})?$/,
  )
  // A star over a top-level domain would stand for half of the web.
  .refine((site) => !/^https?:\/\/\*\.[^.]+$/.test(site));

const usualPorts: Record<string, string> = { http: '80', https: '443' };

function splitSite(site: string) {
  const [, scheme = '', host = '', port] = /^(https?):\/\/([^/:]+)(?::(\d+))?$/.exec(site) ?? [];
  return { scheme, host, port: port ?? usualPorts[scheme] ?? '' };
}

/** Whether a page of this origin may show the widget. */
export function isAllowedSite(origin: string, sites: readonly string[]): boolean {
  const page = splitSite(origin.toLowerCase());
  if (page.host === '') return false;
  return sites.some((site) => {
    const { scheme, host, port } = splitSite(site);
    if (scheme !== page.scheme || port !== page.port) return false;
    return host.startsWith('*.') ? page.host.endsWith(host.slice(1)) : page.host === host;
  });
}
