import { Alert, Box } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe, usePermission } from '../../api/me.ts';
import { InvitationsCard } from '../../features/accounts/invitations/invitations-card.tsx';
import { handQuestion } from '../../features/conversations/ask/handed-question.ts';
import { QuestionBox } from '../../features/conversations/ask/question-box.tsx';
import { RecentConversations } from '../../features/conversations/ask/recent-conversations.tsx';
import { LimitNotices } from '../../features/home/limit-notices.tsx';
import { LimitsCard } from '../../features/home/limits-card.tsx';
import { NextSteps } from '../../features/home/next-steps.tsx';
import { PlatformOverview } from '../../features/home/platform-overview.tsx';
import { RecentAssistants } from '../../features/home/recent-assistants.tsx';
import { RecentBases } from '../../features/home/recent-bases.tsx';
import { LocalModelOffer } from '../../features/models/local-model-offer.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { LinkButton } from '../../ui/link.tsx';
import classes from './home.module.css';

export function Screen() {
  const { t } = useTranslation(['account', 'login', 'shell']);
  const me = useMe();
  const mayBuild = usePermission('Knowledge');
  const mayAdminister = usePermission('SettingsLecternAdmin') && !me.mustChangePassword;
  const navigate = useNavigate();
  const ask = (assistant: string, question: string) => {
    handQuestion(assistant, question);
    void navigate({ to: '/chat', search: { assistant } });
  };
  return (
    <>
      <PageHeader
        title={t('home.welcome', { name: me.username })}
        pageTitle={t('shell:nav.home')}
        description={t(mayAdminister ? 'overview.text' : 'home.text')}
      />
      {me.mustChangePassword ? (
        <Alert
          role="note"
          color="yellow"
          icon={<IconKey aria-hidden />}
          title={t('home.passwordTitle')}
          maw={720}
        >
          <Box component="p" mt={0} mx={0} mb={16}>
            {t('home.passwordText')}
          </Box>
          <LinkButton to="/user-setting/password">{t('login:password.change')}</LinkButton>
        </Alert>
      ) : (
        <>
          <InvitationsCard />
          {mayAdminister && <PlatformOverview />}
          {mayAdminister && <LocalModelOffer />}
          <QuestionBox onAsk={ask} />
          <LimitNotices />
          <div className={classes.columns}>
            <div>
              {mayBuild && <NextSteps />}
              <RecentConversations />
              <RecentAssistants />
              {mayBuild && <RecentBases />}
            </div>
            <LimitsCard />
          </div>
        </>
      )}
    </>
  );
}
