import {
  deleteFlowTrigger,
  type FlowTrigger,
  listFlowTriggers,
  rotateFlowTriggerSecret,
  updateFlowTrigger,
} from '@lectern/contract';
import { Alert, Button, Card, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import { LongText } from '../../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { FormattedDate } from '../../../ui/format/formatted.tsx';
import { EditTriggerForm } from './trigger-form.tsx';
import { useScheduleText } from './use-schedule-text.ts';

/** One schedule or webhook: when it starts the flow next, how it went, and a switch. */
export function TriggerCard({
  trigger,
  onSecret,
}: {
  trigger: FlowTrigger;
  onSecret: (secret: string) => void;
}) {
  const { t } = useTranslation(['automation', 'shell']);
  const describe = useScheduleText();
  const { id, name, settings, enabled, url, problem, nextRunAt, lastRunAt, ownerName, secretEnding } =
    trigger;
  const params = { flowTriggerId: id };
  const [editing, { open, close }] = useDisclosure(false);
  const change = useApiMutation(updateFlowTrigger, { invalidates: [listFlowTriggers] });
  const rotate = useApiMutation(rotateFlowTriggerSecret, {
    invalidates: [listFlowTriggers],
    handlesError: true,
    onSuccess: ({ secret }) => onSecret(secret ?? ''),
  });
  const remove = useApiMutation(deleteFlowTrigger, {
    invalidates: [listFlowTriggers],
    successMessage: 'automation:triggers.deleted',
    handlesError: true,
  });
  return (
    <Card component="article" padding="sm">
      <Stack gap={8}>
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} miw={0}>
            <LongText>{name}</LongText>
          </Text>
          <Switch
            aria-label={t('triggers.enabled', { name })}
            checked={enabled}
            onChange={(event) => change.mutate({ params, body: { enabled: event.currentTarget.checked } })}
          />
        </Group>
        <Text size="sm">
          {settings.kind === 'schedule'
            ? describe(settings)
            : t('triggers.limit', { count: settings.perMinute, ending: secretEnding })}
        </Text>
        {url && <CopyField label={t('triggers.url')} value={url} />}
        {problem && (
          <Alert color="orange" p="xs">
            {problem.message}
          </Alert>
        )}
        <Text size="xs" c="dimmed">
          {t('triggers.owner', { name: ownerName })}
          {nextRunAt && (
            <>
              {' · '}
              {t('triggers.next')} <FormattedDate at={nextRunAt} style="dateTime" />
            </>
          )}
          {lastRunAt && (
            <>
              {' · '}
              {t('triggers.last')} <FormattedDate at={lastRunAt} style="dateTime" />
            </>
          )}
        </Text>
        <Group gap={6}>
          <Button size="compact-xs" variant="default" onClick={open}>
            {t('triggers.edit')}
          </Button>
          {settings.kind === 'webhook' && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() =>
                openConfirmModal({
                  title: t('triggers.rotateTitle'),
                  text: t('triggers.rotateText'),
                  confirmLabel: t('triggers.rotate'),
                  onConfirm: () => rotate.mutateAsync({ params }),
                })
              }
            >
              {t('triggers.rotate')}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() =>
              openConfirmModal({
                title: t('triggers.deleteTitle', { name }),
                text: t('triggers.deleteText'),
                confirmLabel: t('triggers.delete'),
                onConfirm: () => remove.mutateAsync({ params }),
              })
            }
          >
            {t('triggers.delete')}
          </Button>
        </Group>
      </Stack>
      <Modal opened={editing} onClose={close} title={t('triggers.editTitle', { name })}>
        <EditTriggerForm trigger={trigger} onClose={close} />
      </Modal>
    </Card>
  );
}
