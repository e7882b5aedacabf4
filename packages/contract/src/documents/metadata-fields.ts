import { z } from 'zod';
import { isDeceptive } from '../core/common.ts';
import type { ErrorCode } from '../core/errors.ts';

export const metadataLimits = {
  maxFields: 32,
  maxChoices: 100,
  maxTags: 30,
  maxTagLength: 50,
  maxValueLength: 500,
  maxFolderRules: 100,
} as const;

export const metadataFieldTypes = ['text', 'number', 'date', 'yes_no', 'choice'] as const;
export type MetadataFieldType = (typeof metadataFieldTypes)[number];

/** A short text that people see in lists: trimmed, nothing that is not seen. */
const label = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point.
    .regex(/^[^\u0000-\u001f\u007f]*$/)
    .refine((text) => !isDeceptive(text), { error: 'invisible_character' });

export const metadataFieldKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

/** A property that a knowledge base declares for its documents. */
export const metadataField = z
  .strictObject({
    /** Names it in the API and in filters; stays when the name changes. */
    key: metadataFieldKey,
    name: label(60),
    type: z.enum(metadataFieldTypes),
    /** What may be chosen, of the type `choice`. */
    choices: z.array(label(100)).max(metadataLimits.maxChoices).default([]),
  })
  .superRefine(({ type, choices }, context) => {
    if (type === 'choice' && choices.length === 0)
      context.addIssue({ code: 'custom', path: ['choices'], message: 'required' });
  });
export type MetadataField = z.infer<typeof metadataField>;

export const metadataFields = z
  .array(metadataField)
  .max(metadataLimits.maxFields)
  .superRefine((fields, context) => {
    fields.forEach(({ key, name }, index) => {
      const before = fields.slice(0, index);
      if (before.some((other) => other.key === key))
        context.addIssue({ code: 'custom', path: [index, 'key'], message: 'repeated' });
      if (before.some((other) => other.name.toLowerCase() === name.toLowerCase()))
        context.addIssue({ code: 'custom', path: [index, 'name'], message: 'repeated' });
    });
  });

/** Dates as `2026-01-31`. */
export const metadataFieldValue = z.union([
  z.string().max(metadataLimits.maxValueLength),
  z.number(),
  z.boolean(),
]);
export type MetadataFieldValue = z.infer<typeof metadataFieldValue>;

/** Values by the key of their field. */
export const fieldValues = z.record(metadataFieldKey, metadataFieldValue);
export type FieldValues = z.infer<typeof fieldValues>;

/** Null takes a value away; what is not named stays. */
export const fieldValueChanges = z.record(metadataFieldKey, metadataFieldValue.nullable());

/** Tags are free words; the same in another case is the same tag. */
export const documentTags = z
  .array(label(metadataLimits.maxTagLength))
  .max(metadataLimits.maxTags)
  .transform((tags) => [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()]);

/** What is given to documents as they come in. */
export const documentLabels = z.strictObject({
  tags: documentTags.default([]),
  fieldValues: fieldValues.default({}),
});
export type DocumentLabels = z.infer<typeof documentLabels>;

/** Documents made of files in the folder, or in one below it, get these. */
export const folderRule = z.strictObject({
  folderId: z.uuid(),
  tags: documentTags.default([]),
  fieldValues: fieldValues.default({}),
});
export type FolderRule = z.infer<typeof folderRule>;

/** How values that do not fit are answered, one code for each type of field. */
export const fieldErrors = [
  'document.field_unknown',
  'document.field_needs_text',
  'document.field_needs_number',
  'document.field_needs_date',
  'document.field_needs_yes_no',
  'document.field_needs_choice',
] as const satisfies readonly ErrorCode[];

/** Whether a value is one of the field's type: what was set before a field changed may not be. */
export function fitsField({ type, choices }: MetadataField, value: MetadataFieldValue): boolean {
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'yes_no':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && z.iso.date().safeParse(value).success;
    case 'choice':
      return typeof value === 'string' && choices.includes(value);
    case 'text':
      return typeof value === 'string' && value.trim() !== '';
  }
}
