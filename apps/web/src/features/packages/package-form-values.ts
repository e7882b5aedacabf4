import type { BodyInputOf, CompanyPackage, createPackage } from '@lectern/contract';

/** The limits in the order in which people think of them. */
export const limitFields = [
  'maxUsers',
  'maxChatbots',
  'maxKbs',
  'maxChatbotIframes',
  'maxStorageGb',
  'maxRequests',
  'yearlyMaxRequests',
] as const;
export type LimitField = (typeof limitFields)[number];

/** A field of a number holds its text until it is one; empty is unlimited. */
export type PackageFormValues = { name: string } & Record<LimitField, number | string>;

export function startValues(existing: CompanyPackage | undefined): PackageFormValues {
  const limits = Object.fromEntries(limitFields.map((field) => [field, existing?.[field] ?? '']));
  return { name: existing?.name ?? '', ...(limits as Record<LimitField, number | string>) };
}

export function toPackageBody(values: PackageFormValues): BodyInputOf<typeof createPackage> {
  const limits = limitFields.map((field) => [
    field,
    values[field] === '' || values[field] === undefined ? null : Number(values[field]),
  ]);
  return { name: values.name, ...Object.fromEntries(limits) };
}

/** A year that allows less than one of its months is most likely a slip. */
export function isYearBelowMonth({ maxRequests, yearlyMaxRequests }: PackageFormValues): boolean {
  return maxRequests !== '' && yearlyMaxRequests !== '' && Number(yearlyMaxRequests) < Number(maxRequests);
}
