import { z } from 'zod';

/** Ids are UUIDs made by the server. */
export const id = z.uuid();

export const timestamp = z.iso.datetime({ offset: true });

/** Characters that turn the writing direction, or show nothing: with them one name can be made to look like another. */
const hidden = /\p{Bidi_Control}|\p{Default_Ignorable_Code_Point}/u;
/** Such characters belong inside pictures, and between letters of scripts that join or combine them. */
const inPictures = /\ufe0f|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/gu;
const inScripts =
  /(?<=\p{M}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Kannada}|\p{Script=Malayalam})(?:\u200c|\u200d)/gu;
/** Latin letters among Cyrillic ones look like a word of either. */
const mixed = /\p{Script=Latin}\p{M}*\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{M}*\p{Script=Latin}/u;

export function isDeceptive(text: string): boolean {
  return hidden.test(text.replace(inPictures, '').replace(inScripts, '')) || mixed.test(text);
}

/** Shown names: trimmed, 1–255 characters, nothing that is not seen. */
export const name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point.
  .regex(/^[^\u0000-\u001f\u007f]*$/)
  .refine((text) => !isDeceptive(text), { error: 'invisible_character' });

/** A small picture as a data URL: PNG, JPEG or WebP, at most 256 KiB. SVG can carry script and is refused. */
export const photo = z
  .string()
  .max(350_000)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/);

const mask = '••••';

/** How a stored secret is answered: by its last letters, or by none. */
export function maskSecret(ending: string | null): string {
  return `${mask}${ending ?? ''}`;
}

/** The mask of what is stored means that it stays. */
export function keepMasked(value: string): string | undefined {
  return value.startsWith(mask) ? undefined : value;
}

/** A secret to store. The mask of the stored one means that it stays, as if it had been left out. */
export const secret = z.string().trim().min(1).max(4_000).transform(keepMasked);

export const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
};

/** A page of a list; `total` counts all that match. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int() });
}

/** A rectangle on a page, as fractions 0–1 of the displayed page, origin top left. */
export const box = z.object({
  page: z.number().int(),
  x0: z.number(),
  y0: z.number(),
  x1: z.number(),
  y1: z.number(),
});
export type Box = z.infer<typeof box>;

/** Half-open range in UTF-16 code units. */
export const charRange = z.object({ start: z.number().int(), end: z.number().int() });
export type CharRange = z.infer<typeof charRange>;

/** Query booleans: `true` or `false` as text. */
export const queryBoolean = z.enum(['true', 'false']).transform((value) => value === 'true');

/** What the actor may do with a resource; the page shows a control only where its ability is true. */
export const abilities = z.object({
  read: z.boolean(),
  update: z.boolean(),
  delete: z.boolean(),
});
export type Abilities = z.infer<typeof abilities>;
