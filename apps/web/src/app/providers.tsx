import { Drawer, MantineProvider, Modal, mergeThemeOverrides, Notification } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { resolveCssVariables, theme } from './theme.ts';

export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  const { t } = useTranslation('shell');
  const close = t('actions.close');
  // The crosses of modals, drawers and notifications have no words of their own.
  const named = useMemo(() => {
    const defaultProps = { closeButtonProps: { 'aria-label': close } };
    return mergeThemeOverrides(theme, {
      components: {
        Drawer: Drawer.extend({ defaultProps }),
        Modal: Modal.extend({ defaultProps }),
        Notification: Notification.extend({ defaultProps }),
      },
    });
  }, [close]);
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={named} cssVariablesResolver={resolveCssVariables} defaultColorScheme="auto">
        <Notifications position="bottom-right" containerWidth={380} />
        <ModalsProvider>{children}</ModalsProvider>
      </MantineProvider>
    </QueryClientProvider>
  );
}
