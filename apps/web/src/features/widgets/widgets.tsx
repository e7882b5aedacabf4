import { type Assistant, createWidget, listWidgets, type Widget } from '@lectern/contract';
import { Box, Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconChevronRight, IconPlus, IconWorldShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { WithinLimit } from '../../ui/feedback/within-limit.tsx';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { toSite } from './widget-form.ts';
import classes from './widgets.module.css';

type Props = { assistant: Assistant; onOpen: (widget: Widget) => void };

/** The widgets that put an assistant on websites. */
export function Widgets({ assistant, onOpen }: Props) {
  const { t } = useTranslation('widgets');
  const [adds, setAdds] = useState(false);
  const query = useApiQuery(listWidgets, { params: { assistantId: assistant.id } });
  const isEmpty = query.data?.items.length === 0;
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdds(true)}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('heading')}
        description={t('description')}
        actions={isEmpty ? undefined : addButton}
      />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={3} height={76} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={IconWorldShare} title={t('none')} text={t('noneText')} action={addButton} />
          ) : (
            <Stack gap="sm" component="ul" className="plain-list" m={0} p={0}>
              {items.map((widget) => (
                <li key={widget.id}>
                  <WidgetCard widget={widget} assistantId={assistant.id} />
                </li>
              ))}
            </Stack>
          )
        }
      </QueryBoundary>
      <Modal opened={adds} onClose={() => setAdds(false)} title={t('add')}>
        <WithinLimit quota="iframes" onClose={() => setAdds(false)}>
          <NewWidget assistantId={assistant.id} onCancel={() => setAdds(false)} onCreated={onOpen} />
        </WithinLimit>
      </Modal>
    </>
  );
}

function WidgetCard({ widget, assistantId }: { widget: Widget; assistantId: string }) {
  const { t } = useTranslation('widgets');
  const { name, sites, enabled, askedToday, conversationCount, linkEnabled } = widget;
  const isShown = enabled && (sites.length > 0 || linkEnabled);
  const places = [...sites.slice(0, 3), ...(linkEnabled ? [t('link')] : [])];
  const more = sites.length - 3;
  return (
    <div className={classes.card}>
      <Box flex="1 1 16rem" miw={0}>
        <LongText fw={600}>{name}</LongText>
        <LongText c="dimmed" fz="sm">
          {places.length === 0
            ? t('noPlaces')
            : [...places, ...(more > 0 ? [t('moreSites', { count: more })] : [])].join(', ')}
        </LongText>
      </Box>
      <Text size="sm" c="dimmed">
        {t('conversationCount', { count: conversationCount })} · {t('askedToday', { count: askedToday })}
      </Text>
      <StatusBadge tone={isShown ? 'success' : 'neutral'}>{t(isShown ? 'shown' : 'hidden')}</StatusBadge>
      <LinkButton
        to="/assistant/website"
        search={{ id: assistantId, widget: widget.id }}
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={15} aria-hidden />}
        aria-label={t('openOf', { name })}
      >
        {t('open')}
      </LinkButton>
    </div>
  );
}

type NewProps = { assistantId: string; onCancel: () => void; onCreated: (widget: Widget) => void };

function NewWidget({ assistantId, onCancel, onCreated }: NewProps) {
  const { t } = useTranslation('widgets');
  const form = useApiForm(createWidget, {
    initialValues: { name: '', site: '' },
    params: { assistantId },
    toBody: ({ name, site }) => ({ name, sites: site.trim() === '' ? [] : [toSite(site)] }),
    fieldOf: (path) => (path.startsWith('sites') ? 'site' : path),
    messages: { site: t('sitesWrong') },
    invalidates: [listWidgets],
    onSuccess: onCreated,
  });
  return (
    <ApiForm form={form} submitLabel={t('create')} onCancel={onCancel}>
      <TextInput
        label={t('name')}
        placeholder={t('namePlaceholder')}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('site')}
        description={t('siteText')}
        placeholder={t('sitePlaceholder')}
        {...form.getInputProps('site')}
      />
    </ApiForm>
  );
}
