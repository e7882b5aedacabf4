import type { FoundDocument, SearchableBase } from '@lectern/contract';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FacetMenu } from './facet-menu.tsx';
import { countFacet, type DateRange, type Filters } from './filters.ts';

type Props = {
  documents: readonly FoundDocument[];
  bases: readonly SearchableBase[];
  filters: Filters;
  now: number;
  onChange: (filters: Filters) => void;
};

/** The filters of what was found. One that could change nothing is left out. */
export function Facets({ documents, bases, filters, now, onChange }: Props) {
  const { t } = useTranslation('search');
  const nameOf = (id: string) => bases.find((base) => base.id === id)?.name ?? '';
  const counted = (facet: keyof Filters) => countFacet(documents, filters, facet, now);
  const ofBases = counted('bases').map((entry) => ({ ...entry, label: nameOf(entry.value) }));
  const ofFormats = counted('formats').map((entry) => ({ ...entry, label: entry.value.toUpperCase() }));
  const ofDates = counted('date').map((entry) => ({
    ...entry,
    label: t(`dates.${entry.value as DateRange}`),
  }));
  const filtered = filters.bases.length + filters.formats.length > 0 || filters.date !== undefined;
  return (
    <Group gap={8} role="group" aria-label={t('filters')}>
      {ofBases.length > 1 && (
        <FacetMenu
          label={t('facets.bases')}
          options={ofBases}
          chosen={filters.bases}
          onChange={(next) => onChange({ ...filters, bases: next })}
        />
      )}
      {ofFormats.length > 1 && (
        <FacetMenu
          label={t('facets.formats')}
          options={ofFormats}
          chosen={filters.formats}
          onChange={(next) => onChange({ ...filters, formats: next })}
        />
      )}
      <FacetMenu
        label={t('facets.date')}
        options={ofDates}
        chosen={filters.date ? [filters.date] : []}
        // Of the ranges one at a time: the last that was chosen.
        onChange={(next) => onChange({ ...filters, date: next.at(-1) as DateRange | undefined })}
      />
      {filtered && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onClick={() => onChange({ bases: [], formats: [], date: undefined })}
        >
          {t('clearFilters')}
        </Button>
      )}
    </Group>
  );
}
