import { languages, updateMe } from '@lectern/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMaybeMe } from '../../../api/me.ts';
import { storeForTab } from '../../../api/session.ts';
import { changeLanguage, getLanguage, languageNames, toLocale } from '../../../locales/i18n.ts';
import { maySaveLooks, useUpdateMe } from '../use-update-me.ts';

/** Chooses the language of the page, and of the account where someone is signed in. */
export function LanguageMenu() {
  const { t } = useTranslation('shell');
  const me = useMaybeMe();
  const save = useUpdateMe(updateMe, { handlesError: true });
  const current = getLanguage();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={36} aria-label={t('header.language', { language: languageNames[current] })}>
          <IconLanguage size={19} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={toLocale(language)}
            aria-current={language === current || undefined}
            rightSection={language === current ? <IconCheck size={15} aria-hidden /> : null}
            onClick={() => {
              void changeLanguage(language);
              if (!me) storeForTab('languageChosen', 'yes');
              else if (maySaveLooks(me)) save.mutate({ body: { language } });
            }}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
