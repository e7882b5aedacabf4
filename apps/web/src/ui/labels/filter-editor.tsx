import {
  countValues,
  type DocumentFilter,
  type FilterCondition,
  filterLimits,
  filterProperties,
} from '@lectern/contract';
import { ActionIcon, Button, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/me.ts';
import { ConditionValues } from './condition-values.tsx';
import {
  type DocumentLabelsInUse,
  findField,
  isDate,
  listOperators,
  propertyId,
  readPropertyId,
  toFilter,
  withOperator,
} from './filter-conditions.ts';
import classes from './filter-editor.module.css';

type Props = {
  value: DocumentFilter | null;
  onChange: (filter: DocumentFilter | null) => void;
  /** What there is to filter by; undefined while it loads. */
  labels: DocumentLabelsInUse | undefined;
  /** Inside a popover: lists must open within it. */
  inPopover?: boolean;
};

type Draft = FilterCondition & { id: number };
let serial = 0;
const asDraft = (condition: FilterCondition): Draft => ({ ...condition, id: ++serial });

/** Conditions over tags, fields and other properties of documents. What is not complete yet filters nothing. */
export function FilterEditor({ value, onChange, labels, inPopover }: Props) {
  const { t } = useTranslation('labels');
  const [drafts, setDrafts] = useState<Draft[]>(() => (value?.conditions ?? []).map(asDraft));
  const [match, setMatch] = useState(value?.match ?? 'all');
  const told = useRef(JSON.stringify(value));
  useEffect(() => {
    // Changed from outside: cleared, or another filter was loaded.
    if (JSON.stringify(value) === told.current) return;
    told.current = JSON.stringify(value);
    setDrafts((value?.conditions ?? []).map(asDraft));
    setMatch(value?.match ?? 'all');
  }, [value]);

  function change(next: Draft[], nextMatch = match): void {
    setDrafts(next);
    setMatch(nextMatch);
    const conditions = next.map(({ id: _id, ...condition }) => condition);
    const filter = toFilter(nextMatch, conditions);
    if (JSON.stringify(filter) === told.current) return;
    told.current = JSON.stringify(filter);
    onChange(filter);
  }

  const fields = labels?.fields ?? [];
  const add = () => {
    const [first] = fields;
    const property = (labels?.tags.length ?? 0) > 0 || !first ? 'tag' : `field:${first.key}`;
    const chosen = readPropertyId(property);
    const [operator = 'is'] = listOperators(chosen, fields);
    change([...drafts, asDraft({ ...chosen, operator, values: [] })]);
  };

  return (
    <Stack gap="sm" className={classes.conditions}>
      {drafts.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t('filter.match')}
          value={match}
          onChange={(next) => change(drafts, next as DocumentFilter['match'])}
          data={[
            { value: 'all', label: t('filter.all') },
            { value: 'any', label: t('filter.any') },
          ]}
          style={{ alignSelf: 'flex-start' }}
        />
      )}
      {drafts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('filter.noConditions')}
        </Text>
      )}
      {drafts.map((draft) => (
        <ConditionRow
          key={draft.id}
          condition={draft}
          labels={labels}
          inPopover={inPopover}
          onChange={(next) =>
            change(drafts.map((other) => (other.id === draft.id ? { ...next, id: draft.id } : other)))
          }
          onRemove={() => change(drafts.filter(({ id }) => id !== draft.id))}
        />
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={add}
        disabled={labels === undefined || drafts.length >= filterLimits.maxConditions}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('filter.add')}
      </Button>
    </Stack>
  );
}

type RowProps = {
  condition: FilterCondition;
  labels: DocumentLabelsInUse | undefined;
  inPopover: boolean | undefined;
  onChange: (condition: FilterCondition) => void;
  onRemove: () => void;
};

function ConditionRow({ condition, labels, inPopover, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('labels');
  const mayUseFolders = usePermission('File');
  const fields = labels?.fields ?? [];
  const { operator } = condition;
  const within = inPopover ? { comboboxProps: { withinPortal: false } } : {};
  const builtIn = filterProperties
    .filter((property) => property !== 'field')
    .filter((property) => property !== 'folder' || mayUseFolders || condition.property === 'folder')
    .map((property) => ({ value: property, label: t(`filter.properties.${property}`) }));
  const ofFields = fields.map(({ key, name }) => ({ value: `field:${key}`, label: name }));
  // A field that was removed from the base: the condition stays until someone takes it away.
  const gone =
    condition.property === 'field' && !findField(fields, condition)
      ? [
          {
            value: propertyId(condition),
            label: t('filter.unknownField', { key: condition.field }),
          },
        ]
      : [];
  const date = isDate(condition, fields);
  return (
    <div className={classes.row}>
      <Select
        size="sm"
        aria-label={t('filter.property')}
        allowDeselect={false}
        data={[...ofFields, ...gone, ...builtIn]}
        value={propertyId(condition)}
        onChange={(id) => {
          if (id === null || id === propertyId(condition)) return;
          const chosen = readPropertyId(id);
          const [first = 'is'] = listOperators(chosen, fields);
          onChange({ ...chosen, operator: first, values: [] });
        }}
        {...within}
      />
      <Select
        size="sm"
        aria-label={t('filter.operator')}
        allowDeselect={false}
        data={listOperators(condition, fields).map((value) => ({
          value,
          label:
            date && (value === 'at_least' || value === 'at_most')
              ? t(`filter.dateOperators.${value}`)
              : t(`filter.operators.${value}`),
        }))}
        value={operator}
        onChange={(next) => next && onChange(withOperator(condition, next as FilterCondition['operator']))}
        {...within}
      />
      {countValues(operator) === 'none' ? (
        <span />
      ) : (
        <ConditionValues
          condition={condition}
          labels={labels}
          inPopover={inPopover}
          onChange={(values) => onChange({ ...condition, values })}
        />
      )}
      <ActionIcon variant="subtle" color="gray" mt={3} aria-label={t('filter.remove')} onClick={onRemove}>
        <IconX size={16} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}
