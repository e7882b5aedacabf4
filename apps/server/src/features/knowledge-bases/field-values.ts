import {
  AppError,
  type ErrorCode,
  type FieldValues,
  type FolderRule,
  fitsField,
  type MetadataField,
  type MetadataFieldType,
} from '@lectern/contract';

const codes: Record<MetadataFieldType, ErrorCode> = {
  text: 'document.field_needs_text',
  number: 'document.field_needs_number',
  date: 'document.field_needs_date',
  yes_no: 'document.field_needs_yes_no',
  choice: 'document.field_needs_choice',
};

/** Throws what is wrong with the first value that its field does not take. Null takes a value away. */
export function checkFieldValues(
  fields: readonly MetadataField[],
  values: Record<string, FieldValues[string] | null>,
): void {
  for (const [key, value] of Object.entries(values)) {
    const field = fields.find((other) => other.key === key);
    // A value may be taken away that belongs to no field any more.
    if (value === null) continue;
    if (!field) throw new AppError('document.field_unknown', { field: key });
    if (!fitsField(field, value))
      throw new AppError(codes[field.type], { field: field.name, choices: field.choices.join(', ') });
  }
}

export function checkFolderRules(
  fields: readonly MetadataField[],
  rules: readonly FolderRule[] | undefined,
): void {
  for (const { fieldValues } of rules ?? []) checkFieldValues(fields, fieldValues);
}

/** Without values of fields that are gone, and those that a changed field does not take. */
export function keepFitting(fields: readonly MetadataField[], values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) =>
      fields.some((field) => field.key === key && fitsField(field, value)),
    ),
  );
}

export function changeFieldValues(
  values: FieldValues,
  changes: Record<string, FieldValues[string] | null>,
): FieldValues {
  const merged: Record<string, FieldValues[string] | null> = { ...values, ...changes };
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, FieldValues[string]] => entry[1] !== null),
  );
}
