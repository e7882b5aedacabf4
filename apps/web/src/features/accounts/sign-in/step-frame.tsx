import { Anchor, Box, Text, Title } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../ui/layout/use-page-title.ts';
import classes from './sign-in.module.css';

/** One step of signing in: what it is about, its form, and the way back. */
export function StepFrame({
  title,
  text,
  onBack,
  children,
}: {
  title: string;
  text?: ReactNode;
  onBack?: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation('login');
  const titleId = useId();
  usePageTitle(title);
  return (
    // Named, so that the focus in its first field tells which step it is.
    <section aria-labelledby={titleId}>
      {onBack && (
        <Anchor component="button" type="button" size="sm" className={classes.back} onClick={onBack}>
          <IconArrowLeft size={15} aria-hidden />
          {t('backToSignIn')}
        </Anchor>
      )}
      <Title order={1} id={titleId}>
        {title}
      </Title>
      {text !== undefined && (
        <Text c="dimmed" mt={6} component="div">
          {text}
        </Text>
      )}
      <Box mt={24}>{children}</Box>
    </section>
  );
}
