import type { AnswerExplanation } from '@lectern/contract';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import { useDocumentLabels } from '../../../ui/labels/use-document-labels.ts';
import { useFilterText } from '../../../ui/labels/use-filter-text.ts';
import { ExplanationSection } from './explanation-section.tsx';

const allBases: never[] = [];

/** Which documents were searched, and why not all. */
export function ExplainedScope({ scope }: { scope: NonNullable<AnswerExplanation['scope']> }) {
  const { t } = useTranslation(['chat', 'labels']);
  const format = useFormat();
  const { describeFilter } = useFilterText(useDocumentLabels(allBases)?.fields);
  const { documents, filter, derived, matchedDocuments } = scope;
  const lines = [
    documents.length > 0 && [t('explanation.scope.named'), documents.map(({ name }) => name).join(', ')],
    filter && [t('explanation.scope.bySettings'), describeFilter(filter)],
    derived && [
      t(derived.by === 'model' ? 'explanation.scope.byModel' : 'explanation.scope.byWords'),
      describeFilter(derived.filter),
    ],
  ].filter((line): line is string[] => Array.isArray(line));
  // Without its filter, the search was over everything.
  const counted = documents.length > 0 || filter !== null || derived?.foundNothing === false;
  return (
    <ExplanationSection title={t('explanation.scope.title')}>
      {lines.map(([name, text]) => (
        <Text key={name} size="sm" mb={6} className="break-anywhere">
          <Text span c="dimmed" inherit>
            {name}
          </Text>{' '}
          {text}
        </Text>
      ))}
      {derived?.foundNothing && <Text size="sm">{t('explanation.scope.nothing')}</Text>}
      {counted && (
        <Text size="sm">
          {t('labels:filter.matched', {
            count: matchedDocuments,
            shown: format.number(matchedDocuments),
          })}
        </Text>
      )}
    </ExplanationSection>
  );
}
