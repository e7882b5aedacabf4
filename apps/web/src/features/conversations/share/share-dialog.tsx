import {
  createShare,
  listConversationShares,
  listShares,
  type ResponseOf,
  type ShareAudience,
} from '@lectern/contract';
import { Alert, Modal, Select, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { ShareList } from './share-list.tsx';

const terms = [1, 7, 30, 90] as const;
const never = 'never';

type Created = ResponseOf<typeof createShare>;
type Props = { conversationId: string | null; onClose: () => void };

/** Makes links to a conversation, and lists those that work. */
export function ShareDialog({ conversationId, onClose }: Props) {
  const { t } = useTranslation('share');
  const [created, setCreated] = useState<Created | null>(null);
  return (
    <Modal
      opened={conversationId !== null}
      onClose={onClose}
      onExitTransitionEnd={() => setCreated(null)}
      size={560}
      title={t('title')}
    >
      {conversationId !== null && (
        <Stack gap="lg">
          {created ? (
            <NewLink created={created} />
          ) : (
            <ShareForm conversationId={conversationId} onCreated={setCreated} onCancel={onClose} />
          )}
          <Links conversationId={conversationId} />
        </Stack>
      )}
    </Modal>
  );
}

/** Where a link leads. The secret stands after the `#`, which browsers send to no server. */
export function linkOf(token: string): string {
  return `${window.location.origin}/chat/share#${token}`;
}

function NewLink({ created: { token, share } }: { created: Created }) {
  const { t } = useTranslation('share');
  return (
    <Stack gap="sm">
      <CopyField label={t('newLink')} description={t('newLinkText')} value={linkOf(token)} />
      {share.audience === 'anyone' && (
        <Alert color="yellow" role="note" icon={<IconAlertTriangle aria-hidden />}>
          {t('anyoneWarning')}
        </Alert>
      )}
    </Stack>
  );
}

type FormProps = {
  conversationId: string;
  onCreated: (created: Created) => void;
  onCancel: () => void;
};

function ShareForm({ conversationId, onCreated, onCancel }: FormProps) {
  const { t } = useTranslation('share');
  const shares = useApiQuery(listConversationShares, { params: { conversationId } });
  const form = useApiForm(createShare, {
    initialValues: { audience: 'company' as ShareAudience, term: '30' },
    params: { conversationId },
    toBody: ({ audience, term }) => ({ audience, expiresInDays: term === never ? null : Number(term) }),
    invalidates: [listConversationShares, listShares],
    onSuccess: onCreated,
  });
  const mayBePublic = shares.data?.publicAllowed !== false;
  const audiences = (['company', 'anyone'] as const).filter((one) => one === 'company' || mayBePublic);
  return (
    <ApiForm form={form} submitLabel={t('create')} onCancel={onCancel}>
      <Text c="dimmed">{t('text')}</Text>
      <ChoiceCards
        label={t('audience')}
        value={form.values.audience}
        onChange={(audience) => form.setFieldValue('audience', audience)}
        choices={audiences.map((value) => ({
          value,
          name: t(`audiences.${value}.name`),
          text: t(`audiences.${value}.text`),
        }))}
      />
      {!mayBePublic && (
        <Text c="dimmed" fz="sm">
          {t('publicForbidden')}
        </Text>
      )}
      <Select
        label={t('expires')}
        maw={280}
        allowDeselect={false}
        data={[
          ...terms.map((count) => ({ value: String(count), label: t('days', { count }) })),
          { value: never, label: t('never') },
        ]}
        {...form.field('term')}
      />
    </ApiForm>
  );
}

function Links({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation('share');
  const { data } = useApiQuery(listConversationShares, { params: { conversationId } });
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-label={t('links')}>
      <Title order={3} fz="md" mb={4}>
        {t('links')}
      </Title>
      <ShareList shares={data.items} named={false} />
    </section>
  );
}
