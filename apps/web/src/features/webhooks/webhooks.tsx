import { listWebhookEndpoints, type WebhookEndpoint } from '@lectern/contract';
import { Button, Modal, Stack } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DeliveriesDrawer } from './deliveries-drawer.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** How the last delivery went is told soon after. */
const everyMs = 5_000;

/** The addresses that a company has its events sent to. Texts: the namespace `webhooks`. */
export function Webhooks() {
  const { t } = useTranslation('webhooks');
  const { impersonation } = useMe();
  const query = useApiQuery(listWebhookEndpoints, {}, { refetchInterval: everyMs });
  const [editing, setEditing] = useState<WebhookEndpoint | 'new'>();
  const [watched, setWatched] = useState<WebhookEndpoint>();
  const [secret, setSecret] = useState<string>();
  const add = impersonation === null && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  const close = () => setEditing(undefined);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={(query.data?.items.length ?? 0) > 0 && add}
      />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={2} height={140} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={IconWebhook} title={t('none')} text={t('noneText')} action={add || undefined} />
          ) : (
            <Stack gap="md">
              {items.map((endpoint) => (
                <WebhookCard
                  key={endpoint.id}
                  endpoint={endpoint}
                  onEdit={() => setEditing(endpoint)}
                  onWatch={() => setWatched(endpoint)}
                  onSecret={setSecret}
                />
              ))}
            </Stack>
          )
        }
      </QueryBoundary>
      <Modal
        opened={editing !== undefined}
        onClose={close}
        size={560}
        title={t(editing === 'new' ? 'add' : 'edit')}
      >
        {editing !== undefined && (
          <WebhookForm
            endpoint={editing === 'new' ? undefined : editing}
            onDone={(shown) => {
              close();
              setSecret(shown);
            }}
            onCancel={close}
          />
        )}
      </Modal>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      <DeliveriesDrawer endpoint={watched} onClose={() => setWatched(undefined)} />
    </>
  );
}
