import { type SearchableBase, searchDocuments, searchLimits } from '@lectern/contract';
import { Button, Group, MultiSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limitsOf } from '../../ui/form/body-schema.ts';
import classes from './searches.module.css';

type Props = {
  question: string;
  chosenBases: readonly string[];
  bases: readonly SearchableBase[];
  onSearch: (question: string, baseIds: string[]) => void;
  /** Stands beside the choice of knowledge bases. */
  filter: ReactNode;
};

/** The question and the knowledge bases to search; without a choice all of them. */
export function SearchForm({ question, chosenBases, bases, onSearch, filter }: Props) {
  const { t } = useTranslation('search');
  const [draft, setDraft] = useState(question);
  const [scope, setScope] = useState<string[]>([...chosenBases]);
  const chosenKey = chosenBases.join();
  useEffect(() => setDraft(question), [question]);
  useEffect(() => setScope(chosenKey === '' ? [] : chosenKey.split(',')), [chosenKey]);
  const names = new Map(bases.map(({ id, name }) => [id, name]));
  return (
    <search>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.trim() !== '') onSearch(draft.trim(), scope);
        }}
      >
        <TextInput
          size="md"
          aria-label={t('question')}
          placeholder={t('placeholder')}
          leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
          {...limitsOf(searchDocuments, 'question')}
          autoFocus={question === ''}
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          className={classes.question}
        />
        <Button type="submit" size="md" disabled={draft.trim() === ''}>
          {t('submit')}
        </Button>
        <Group className={classes.scope} gap={8}>
          {bases.length > 1 && (
            <MultiSelect
              size="xs"
              maw={520}
              flex={1}
              aria-label={t('scope')}
              placeholder={
                scope.length > 0
                  ? undefined
                  : bases.length < searchLimits.maxBases
                    ? t('allBases')
                    : t('newestBases', { count: searchLimits.maxBases })
              }
              data={bases.map(({ id, name }) => ({ value: id, label: name }))}
              value={scope.filter((id) => names.has(id))}
              onChange={(next) => {
                setScope(next);
                if (question !== '') onSearch(question, next);
              }}
              searchable
              clearable
              hidePickedOptions
            />
          )}
          {filter}
        </Group>
      </form>
    </search>
  );
}
