import { listFlowTriggers } from '@lectern/contract';
import { Button, Code, Drawer, Modal, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../../ui/feedback/skeletons.tsx';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';
import { TriggerCard } from './trigger-card.tsx';
import { NewTriggerForm } from './trigger-form.tsx';

/** What starts the published version of a flow by itself. */
export function TriggersDrawer({
  flow,
  opened,
  onClose,
}: {
  flow: { id: string; publishedVersion: number | null };
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('automation');
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const isPublished = flow.publishedVersion !== null;
  return (
    <>
      <Drawer opened={opened} onClose={onClose} position="right" size="md" title={t('triggers.title')}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t(isPublished ? 'triggers.hint' : 'triggers.publishFirst')}
          </Text>
          {opened && <TriggerList flowId={flow.id} onSecret={setSecret} />}
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!isPublished}
            onClick={() => setAdding(true)}
          >
            {t('triggers.add')}
          </Button>
        </Stack>
      </Drawer>
      <Modal opened={adding} onClose={() => setAdding(false)} title={t('triggers.add')}>
        <NewTriggerForm
          flowId={flow.id}
          onAdded={(added) => {
            setAdding(false);
            if (added.secret) setSecret(added.secret);
          }}
          onClose={() => setAdding(false)}
        />
      </Modal>
      <Modal
        opened={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title={t('triggers.secretTitle')}
        size="lg"
      >
        {secret !== undefined && <Secret secret={secret} onClose={() => setSecret(undefined)} />}
      </Modal>
    </>
  );
}

function TriggerList({ flowId, onSecret }: { flowId: string; onSecret: (secret: string) => void }) {
  const { t } = useTranslation('automation');
  const query = useApiQuery(listFlowTriggers, { params: { flowId } });
  return (
    <QueryBoundary query={query} skeleton={<SkeletonText />}>
      {({ items }) =>
        items.length === 0 ? (
          <Text c="dimmed">{t('triggers.none')}</Text>
        ) : (
          <Stack gap="sm">
            {items.map((trigger) => (
              <TriggerCard key={trigger.id} trigger={trigger} onSecret={onSecret} />
            ))}
          </Stack>
        )
      }
    </QueryBoundary>
  );
}

const example = `body='{"question":"…"}'
time=$(date +%s)
signature=$(printf '%s.%s' "$time" "$body" | openssl dgst -sha256 -hmac "$SECRET" -hex | sed 's/.* //')
curl "$URL?wait=30" -H 'content-type: application/json' \\
  -H "lectern-timestamp: $time" -H "lectern-signature: $signature" -d "$body"`;

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('automation');
  return (
    <Stack gap="md">
      <CopyField label={t('triggers.secret')} description={t('triggers.secretHint')} value={secret} />
      <div>
        <Text size="sm" mb={4}>
          {t('triggers.example')}
        </Text>
        <Code block tabIndex={0}>
          {example}
        </Code>
      </div>
      <DialogActions label={t('triggers.done')} onConfirm={onClose} />
    </Stack>
  );
}
