import { ApiError } from '@lectern/client';
import { Button, Stack, Text, Title } from '@mantine/core';
import { IconBookOff, IconLock, IconRefresh } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { SkeletonList } from '../ui/feedback/skeletons.tsx';
import { usePageTitle } from '../ui/layout/use-page-title.ts';
import { LinkButton } from '../ui/link.tsx';
import { ForbiddenError, MissingCodeError } from './route-errors.ts';

export function NotFound() {
  const { t } = useTranslation('shell');
  usePageTitle(t('notFound.title'));
  return (
    <EmptyState
      icon={IconBookOff}
      headingOrder={1}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={<LinkButton to="/home">{t('actions.backHome')}</LinkButton>}
    />
  );
}

function Forbidden() {
  const { t } = useTranslation('shell');
  usePageTitle(t('forbidden.title'));
  return (
    <EmptyState
      icon={IconLock}
      headingOrder={1}
      title={t('forbidden.title')}
      text={t('forbidden.text')}
      action={<LinkButton to="/home">{t('actions.backHome')}</LinkButton>}
    />
  );
}

function explain(error: unknown) {
  if (!(error instanceof MissingCodeError))
    return { title: 'errors.crashTitle', text: 'errors.unexpected' } as const;
  if (!window.navigator.onLine) return { title: 'errors.title', text: 'errors.network' } as const;
  if (error.late) return { title: 'errors.title', text: 'errors.scriptFailed' } as const;
  if (error.part === 'style') return { title: 'errors.title', text: 'errors.styleFailed' } as const;
  // The old code is gone after an update of the server.
  return { title: 'errors.outdatedTitle', text: 'errors.outdatedText' } as const;
}

export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell');
  const router = useRouter();
  if (error instanceof ForbiddenError || (error instanceof ApiError && error.code === 'auth.level_too_low'))
    return <Forbidden />;
  if (error instanceof ApiError)
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    );
  const { title, text } = explain(error);
  return (
    <Stack align="center" gap="xs" py={64} role="alert">
      <Title order={1} size="h3">
        {t(title)}
      </Title>
      <Text c="dimmed" ta="center" maw={480}>
        {t(text)}
      </Text>
      <Button
        mt="xs"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => window.location.reload()}
      >
        {t('actions.reload')}
      </Button>
    </Stack>
  );
}

export function RoutePending() {
  return <SkeletonList rows={5} height={56} />;
}
