import { getPublicSettings } from '@lectern/contract';
import { Box, Flex, Text } from '@mantine/core';
import { Navigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { isSignedIn } from '../../api/session.ts';
import { LanguageMenu } from '../../features/accounts/menu/language-menu.tsx';
import { ThemeToggle } from '../../features/accounts/menu/theme-toggle.tsx';
import { ExampleAnswer } from '../../features/accounts/sign-in/example-answer.tsx';
import { SignIn } from '../../features/accounts/sign-in/sign-in.tsx';
import { readSsoReturn } from '../../features/accounts/sign-in/sso-return.ts';
import { LogoMark } from '../../ui/logo.tsx';
import classes from './login.module.css';

export function Screen() {
  const { t } = useTranslation(['login', 'shell']);
  const { invitation } = useSearch({ from: '/login' });
  // Asked once: signing in here leads on by itself.
  const [leave] = useState(() => isSignedIn() && !invitation && !readSsoReturn(window.location.hash));
  const settings = useApiQuery(getPublicSettings, {}, { staleTime: 60_000 });
  if (leave) return <Navigate to="/home" replace />;
  return (
    <div className={classes.root}>
      <Flex direction="column" bg="var(--surface)">
        <header className={classes.top}>
          <span className={classes.brand}>
            <LogoMark size={30} />
            <span>{t('shell:productName')}</span>
          </span>
          <Flex component="span" gap={4}>
            <LanguageMenu />
            <ThemeToggle />
          </Flex>
        </header>
        <main id="content" className={classes.form} tabIndex={-1}>
          <SignIn />
        </main>
        <Text size="xs" c="dimmed" className={classes.foot} component="footer">
          {settings.data ? t('version', { version: settings.data.version }) : ' '}
        </Text>
      </Flex>
      <aside className={classes.statement} aria-label={t('about')}>
        <Box maw={480}>
          <p className={classes.claim}>{t('claim')}</p>
          <p className={classes.explanation}>{t('explanation')}</p>
          <ExampleAnswer />
        </Box>
      </aside>
    </div>
  );
}
