import { type AssistantSummary, listKnowledgeBases } from '@lectern/contract';
import { Button, Group, Loader } from '@mantine/core';
import { IconBooks, IconMessageChatbot } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LinkButton } from '../../ui/link.tsx';

type Props = {
  /** Undefined while they load. */
  assistants: AssistantSummary[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** An assistant was asked for that is not there. */
  missing: boolean;
  onCreate: () => void;
  onLeave: () => void;
};

/** Shown in place of a chat: there is no assistant yet, or not the requested one. */
export function AssistantsEmpty({ assistants, error, onRetry, missing, onCreate, onLeave }: Props) {
  const { t } = useTranslation('chat');
  const mayCreate = usePermission('CreateChat');
  const isEmpty = assistants?.length === 0;
  const bases = useApiQuery(
    listKnowledgeBases,
    { query: { pageSize: 1 } },
    { enabled: mayCreate && isEmpty },
  );
  if (!assistants)
    return error ? (
      <ErrorState title={t('assistants.loadFailed')} error={error} onRetry={onRetry} />
    ) : (
      <Loader size="sm" role="status" aria-label={t('common.loading')} />
    );
  if (missing && !isEmpty)
    return (
      <EmptyState
        headingOrder={1}
        icon={IconMessageChatbot}
        title={t('empty.notFoundTitle')}
        text={t('empty.notFoundText')}
        action={
          <Button variant="default" onClick={onLeave}>
            {t('common.back')}
          </Button>
        }
      />
    );
  if (!isEmpty) return null;
  if (!mayCreate)
    return (
      <EmptyState
        headingOrder={1}
        icon={IconMessageChatbot}
        title={t('empty.noAssistantUserTitle')}
        text={t('empty.noAssistantUserText')}
      />
    );
  if (bases.isPending) return <Loader size="sm" role="status" aria-label={t('common.loading')} />;
  if (bases.data?.total === 0)
    return (
      <EmptyState
        headingOrder={1}
        icon={IconBooks}
        title={t('empty.noKnowledgeTitle')}
        text={t('empty.noKnowledgeText')}
        action={
          <Group justify="center" gap="xs">
            <LinkButton to="/knowledge">{t('empty.noKnowledgeAction')}</LinkButton>
            <Button variant="default" onClick={onCreate}>
              {t('empty.withoutKnowledge')}
            </Button>
          </Group>
        }
      />
    );
  return (
    <EmptyState
      headingOrder={1}
      icon={IconMessageChatbot}
      title={t('empty.noAssistantTitle')}
      text={t('empty.noAssistantText')}
      action={<Button onClick={onCreate}>{t('assistants.create')}</Button>}
    />
  );
}
