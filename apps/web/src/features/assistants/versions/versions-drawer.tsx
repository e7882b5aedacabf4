import {
  type AssistantSettings,
  type AssistantVersion,
  discardAssistantDraft,
  getAssistant,
  getAssistantDraft,
  getAssistantVersion,
  listAssistants,
  listAssistantVersions,
  publishAssistantDraft,
  restoreAssistantVersion,
} from '@lectern/contract';
import { Button, Drawer, Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LinkButton } from '../../../ui/link.tsx';
import { ChangesList } from './changes-list.tsx';

type Props = {
  /** The assistant; null: closed. */
  assistant: Omit<VersionsProps, 'onDone'> | null;
  onClose: () => void;
};

/** The versions of an assistant: compared, published, discarded and brought back. */
export function VersionsDrawer({ assistant, onClose }: Props) {
  const { t } = useTranslation('chat');
  return (
    <Drawer
      opened={assistant !== null}
      onClose={onClose}
      position="right"
      size="min(48rem, 100%)"
      title={t('versions.title')}
      zIndex={300}
    >
      {assistant && <Versions {...assistant} onDone={onClose} />}
    </Drawer>
  );
}

type VersionsProps = {
  id: string;
  version: number;
  hasDraft: boolean;
  /** The form below has changes that publishing anything else would lose. */
  unsaved: boolean;
  onDone: () => void;
};

function Versions(props: VersionsProps) {
  const query = useApiQuery(listAssistantVersions, {
    params: { assistantId: props.id },
    query: { pageSize: 200 },
  });
  return (
    <QueryBoundary query={query} skeleton={<VersionsSkeleton />}>
      {({ items }) => <Comparison {...props} items={items} />}
    </QueryBoundary>
  );
}

/** `draft`, or the number of a version. */
type Choice = string;

function Comparison({
  id,
  version,
  hasDraft,
  unsaved,
  onDone,
  items,
}: VersionsProps & { items: AssistantVersion[] }) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const [chosen, setChosen] = useState<Choice>(hasDraft ? 'draft' : String(version));
  const [base, setBase] = useState<Choice>(String(hasDraft ? version : Math.max(1, version - 1)));
  const after = useSettings(id, chosen);
  const before = useSettings(id, base);
  const options = [
    ...(hasDraft ? [{ value: 'draft', label: t('versions.draft') }] : []),
    ...items.map(({ number, publishedAt, publishedByName }) => ({
      value: String(number),
      label: [
        t(number === version ? 'versions.published' : 'versions.version', { number }),
        format.date(publishedAt),
        publishedByName,
      ]
        .filter((part) => part !== '')
        .join(' · '),
    })),
  ];
  const shown = items.find(({ number }) => String(number) === chosen);
  return (
    <Stack gap="lg" pb="xl">
      <Group gap="md" grow preventGrowOverflow={false} align="flex-end">
        <Select
          label={t('versions.show')}
          data={options}
          value={chosen}
          allowDeselect={false}
          miw={240}
          comboboxProps={{ zIndex: 310 }}
          onChange={(value) => value && setChosen(value)}
        />
        <Select
          label={t('versions.compareWith')}
          data={options}
          value={base}
          allowDeselect={false}
          miw={240}
          comboboxProps={{ zIndex: 310 }}
          onChange={(value) => value && setBase(value)}
        />
      </Group>
      {shown && shown.note !== '' && <Text size="sm">{shown.note}</Text>}
      {unsaved && (
        <Text size="sm" c="dimmed">
          {t('versions.unsaved')}
        </Text>
      )}
      {!unsaved && chosen === 'draft' && <DraftActions id={id} onDone={onDone} />}
      {!unsaved && shown && shown.number !== version && (
        <RestoreAction id={id} number={shown.number} onDone={onDone} />
      )}
      {items.length === 1 && !hasDraft ? (
        <Text size="sm" c="dimmed">
          {t('versions.onlyOne')}
        </Text>
      ) : before && after ? (
        <ChangesList before={before} after={after} />
      ) : (
        <VersionsSkeleton />
      )}
    </Stack>
  );
}

function useSettings(assistantId: string, choice: Choice): AssistantSettings | undefined {
  const isDraft = choice === 'draft';
  const draft = useApiQuery(
    getAssistantDraft,
    { params: { assistantId } },
    // The form below has fetched it; fetching again would make the form start anew.
    { enabled: isDraft, staleTime: Number.POSITIVE_INFINITY },
  );
  const version = useApiQuery(
    getAssistantVersion,
    { params: { assistantId, number: isDraft ? 1 : Number(choice) } },
    { enabled: !isDraft },
  );
  return isDraft ? draft.data : version.data?.settings;
}

const changed = [getAssistant, getAssistantDraft, listAssistants, listAssistantVersions];

function DraftActions({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('chat');
  const [note, setNote] = useState('');
  const params = { assistantId: id };
  const publish = useApiMutation(publishAssistantDraft, {
    invalidates: changed,
    successMessage: 'chat:versions.publishedNow',
    onSuccess: onDone,
  });
  const discard = useApiMutation(discardAssistantDraft, {
    invalidates: changed,
    successMessage: 'chat:versions.discarded',
    handlesError: true,
    onSuccess: onDone,
  });
  const askToDiscard = () =>
    openConfirmModal({
      title: t('versions.discardTitle'),
      text: t('versions.discardText'),
      confirmLabel: t('versions.discard'),
      onConfirm: () => discard.mutateAsync({ params }),
    });
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        flex="1 1 14rem"
        label={t('versions.note')}
        placeholder={t('versions.notePlaceholder')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <LinkButton to="/assistant/evaluation" search={{ id }} variant="default">
        {t('versions.test')}
      </LinkButton>
      <Button variant="default" onClick={askToDiscard}>
        {t('versions.discard')}
      </Button>
      <Button loading={publish.isPending} onClick={() => publish.mutate({ params, body: { note } })}>
        {t('versions.publish')}
      </Button>
    </Group>
  );
}

function RestoreAction({ id, number, onDone }: { id: string; number: number; onDone: () => void }) {
  const { t } = useTranslation('chat');
  const restore = useApiMutation(restoreAssistantVersion, {
    invalidates: changed,
    successMessage: 'chat:versions.restored',
    handlesError: true,
    onSuccess: onDone,
  });
  const note = t('versions.restoreNote', { number });
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      onClick={() =>
        openConfirmModal({
          title: t('versions.restoreTitle', { number }),
          text: t('versions.restoreText'),
          confirmLabel: t('versions.restore'),
          destructive: false,
          onConfirm: () => restore.mutateAsync({ params: { assistantId: id, number }, body: { note } }),
        })
      }
    >
      {t('versions.restore')}
    </Button>
  );
}

function VersionsSkeleton() {
  const { t } = useTranslation('chat');
  return (
    <Stack gap="md" role="status" aria-busy="true" aria-label={t('common.loading')}>
      {[48, 90, 160].map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </Stack>
  );
}
