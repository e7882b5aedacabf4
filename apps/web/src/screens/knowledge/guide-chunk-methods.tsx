import { Alert } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import guide from '../../../../../docs/guide/chunk-methods.md?raw';
import { getLanguage } from '../../locales/i18n.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import classes from './guide-chunk-methods.module.css';

const [, title = '', text = ''] = /^# (.*)\n([\s\S]*)$/.exec(guide) ?? [];

/** The page of the guide on chunk methods, as it was when this was built. */
export function Screen() {
  const { t } = useTranslation('knowledge');
  return (
    <div className={classes.page}>
      {getLanguage() !== 'en' && (
        <Alert color="gray" role="note" icon={<IconLanguage aria-hidden />} mb="lg" p="xs">
          {t('guide.english')}
        </Alert>
      )}
      <div lang="en">
        <PageHeader title={title} />
        <Markdown text={text} />
      </div>
    </div>
  );
}
