import { getPublicSettings } from '@lectern/contract';
import { Tabs, Text, Title } from '@mantine/core';
import { Navigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../api/queries.ts';
import { isSignedIn } from '../api/session.ts';
import { LanguageMenu } from '../features/account/language-menu.tsx';
import { SampleAnswer } from '../features/account/sample-answer.tsx';
import { SignInForm } from '../features/account/sign-in-form.tsx';
import { SignUpForm } from '../features/account/sign-up-form.tsx';
import { ThemeToggle } from '../features/account/theme-toggle.tsx';
import { LogoMark } from '../ui/logo.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import classes from './login.module.css';

export function Screen() {
  const { t } = useTranslation('shell');
  const { next } = useSearch({ from: '/login' });
  const [tab, setTab] = useState<string | null>('sign-in');
  // Asked once: signing in here leads on by itself.
  const [alreadySignedIn] = useState(isSignedIn);
  const settings = useApiQuery(getPublicSettings, {}, { staleTime: 60_000 });
  usePageTitle(t(tab === 'sign-up' ? 'login.signUp' : 'login.signIn'));
  if (alreadySignedIn) return <Navigate to="/home" replace />;
  return (
    <div className={classes.root}>
      <div className={classes.side}>
        <header className={classes.top}>
          <span className={classes.brand}>
            <LogoMark size={30} />
            <span>{t('productName')}</span>
          </span>
          <span className={classes.tools}>
            <LanguageMenu />
            <ThemeToggle />
          </span>
        </header>
        <main id="content" className={classes.form} tabIndex={-1}>
          <Title order={1}>{t(tab === 'sign-up' ? 'login.signUpTitle' : 'login.signInTitle')}</Title>
          <Text c="dimmed" mt={6} mb="lg">
            {t(tab === 'sign-up' ? 'login.signUpText' : 'login.signInText')}
          </Text>
          {settings.data?.signUpEnabled ? (
            <Tabs value={tab} onChange={setTab} keepMounted={false}>
              <Tabs.List mb="lg" grow>
                <Tabs.Tab value="sign-in">{t('login.signIn')}</Tabs.Tab>
                <Tabs.Tab value="sign-up">{t('login.signUp')}</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="sign-in">
                <SignInForm next={next} />
              </Tabs.Panel>
              <Tabs.Panel value="sign-up">
                <SignUpForm />
              </Tabs.Panel>
            </Tabs>
          ) : (
            <SignInForm next={next} />
          )}
        </main>
        <Text size="xs" c="dimmed" className={classes.foot} component="footer">
          {settings.data ? t('login.version', { version: settings.data.version }) : ' '}
        </Text>
      </div>
      <aside className={classes.statement} aria-label={t('login.about')}>
        <div className={classes.statementInner}>
          <p className={classes.claim}>{t('login.claim')}</p>
          <p className={classes.explanation}>{t('login.explanation')}</p>
          <SampleAnswer />
        </div>
      </aside>
    </div>
  );
}
