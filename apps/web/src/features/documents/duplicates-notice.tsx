import { type DuplicateGroup, type KnowledgeBase, listDuplicates } from '@lectern/contract';
import { Alert, Badge, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { FormattedDate } from '../../ui/format/formatted.tsx';
import { TextLink } from '../../ui/link.tsx';
import { useDocumentActions } from './use-documents.ts';

/** Duplicates are mentioned quietly, with a way to keep one of each. */
export function DuplicatesNotice({ knowledgeBase }: { knowledgeBase: KnowledgeBase }) {
  const { t } = useTranslation('knowledge');
  const [opened, { open, close }] = useDisclosure(false);
  const { data } = useApiQuery(
    listDuplicates,
    { params: { knowledgeBaseId: knowledgeBase.id } },
    { staleTime: 30_000 },
  );
  if (!data || data.superfluous === 0) return null;
  return (
    <>
      <Alert color="gray" role="note" icon={<IconCopy aria-hidden />} mb="md" p="xs">
        <Group gap="xs" justify="space-between">
          <Text size="sm">{t('duplicates.notice', { count: data.superfluous })}</Text>
          <Button size="compact-sm" variant="subtle" onClick={open}>
            {t('duplicates.show')}
          </Button>
        </Group>
      </Alert>
      <Modal opened={opened} onClose={close} size={680} title={t('duplicates.title')}>
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {t('duplicates.text')}
          </Text>
          {data.groups.map((group) => (
            <Duplicates
              key={group.documents.map(({ id }) => id).join(' ')}
              knowledgeBase={knowledgeBase}
              group={group}
            />
          ))}
        </Stack>
      </Modal>
    </>
  );
}

function Duplicates({ knowledgeBase, group }: { knowledgeBase: KnowledgeBase; group: DuplicateGroup }) {
  const { t } = useTranslation('knowledge');
  const { bulk } = useDocumentActions();
  const [kept, setKept] = useState(group.documents[0]?.id ?? '');
  const others = group.documents.filter(({ id }) => id !== kept).map(({ id }) => id);
  const apply = (action: 'disable' | 'delete') =>
    bulk.mutateAsync({
      params: { knowledgeBaseId: knowledgeBase.id },
      body: { action, documentIds: others },
    });
  return (
    <Stack gap="xs">
      <Radio.Group label={t(`duplicates.${group.kind}`)} value={kept} onChange={setKept}>
        <Stack gap={6} mt={6}>
          {group.documents.map(({ id, name, createdAt, enabled }) => (
            <Group key={id} gap="xs" wrap="nowrap" justify="space-between">
              <Radio value={id} label={name} styles={{ label: { overflowWrap: 'anywhere' } }} />
              <Group gap="xs" wrap="nowrap">
                {!enabled && <Badge color="gray">{t('chunks.disabled')}</Badge>}
                <Text size="xs" c="dimmed">
                  <FormattedDate at={createdAt} />
                </Text>
                <TextLink
                  to="/knowledge/dataset/chunk"
                  search={{ document: id }}
                  size="sm"
                  aria-label={t('duplicates.openOf', { name })}
                >
                  {t('duplicates.open')}
                </TextLink>
              </Group>
            </Group>
          ))}
        </Stack>
      </Radio.Group>
      {knowledgeBase.abilities.update && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={bulk.isPending}
            onClick={() => void apply('disable').catch(() => undefined)}
          >
            {t('duplicates.disable')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            onClick={() =>
              openConfirmModal({
                title: t('bulk.deleteTitle', { count: others.length }),
                text: t('documents.deleteText'),
                confirmLabel: t('bulk.delete'),
                onConfirm: () => apply('delete'),
              })
            }
          >
            {t('duplicates.delete')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
