import { type AssistantSettings, listFlows, listKnowledgeBases, listModels } from '@lectern/contract';
import { Box, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../../api/me.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { useModelName } from '../../../ui/display/use-model-name.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { useDocumentLabels } from '../../../ui/labels/use-document-labels.ts';
import { useFilterText } from '../../../ui/labels/use-filter-text.ts';
import classes from './changes-list.module.css';
import { listChanges, type SettingChange } from './settings-changes.ts';

type Props = { before: AssistantSettings; after: AssistantSettings };

/** What differs between two versions, setting by setting. */
export function ChangesList({ before, after }: Props) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const nameOf = useModelName();
  const { describeFilter } = useFilterText(useDocumentLabels(after.knowledgeBaseIds)?.fields);
  const models = useApiQuery(listModels, { query: {} });
  const bases = useApiQuery(listKnowledgeBases, { query: { pageSize: 200 } });
  const flows = useApiQuery(listFlows, { query: { pageSize: 200 } }, { enabled: usePermission('Flow') });
  if (models.isPending || bases.isPending) return null;
  const changes = listChanges(
    t,
    {
      model: (id) => {
        const model = models.data?.items.find((one) => one.id === id);
        return model ? nameOf(model) : t('form.chatModelMissing');
      },
      knowledgeBase: (id) => bases.data?.items.find((one) => one.id === id)?.name ?? t('form.baseMissing'),
      flow: (id) => flows.data?.items.find((one) => one.id === id)?.name ?? t('form.flowMissing'),
      number: format.number,
      filter: describeFilter,
    },
    before,
    after,
  );
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('versions.same')}
      </Text>
    );
  return (
    <Stack gap="lg" component="ul" className="plain-list" m={0} p={0}>
      {changes.map((change) => (
        <li key={change.name}>
          <Text size="sm" fw={600} mb={6}>
            {change.label}
          </Text>
          <Change change={change} />
        </li>
      ))}
    </Stack>
  );
}

function Change({ change }: { change: SettingChange }) {
  const { t } = useTranslation('chat');
  if (change.kind === 'value')
    return (
      <Text size="sm" className="break-anywhere">
        <Box component="del" className={classes.removed} aria-label={t('versions.before')}>
          {change.before}
        </Box>{' '}
        →{' '}
        <Box component="ins" className={classes.added} aria-label={t('versions.after')}>
          {change.after}
        </Box>
      </Text>
    );
  return (
    <div className={classes.text}>
      {change.parts.map(({ added, removed, value }, index) => {
        const Tag = added ? 'ins' : removed ? 'del' : 'span';
        return (
          <Tag
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison never move.
            key={index}
            className={`${classes.line} ${added ? classes.added : removed ? classes.removed : ''}`}
            data-sign={added ? '+' : removed ? '−' : undefined}
          >
            {value.replace(/\n$/, '') || '\u00a0'}
          </Tag>
        );
      })}
    </div>
  );
}
