import { Alert, Box } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import guide from '../../../../../docs/guide/chunk-methods.md?raw';
import { getLanguage } from '../../locales/i18n.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';

const [, title = '', text = ''] = /^# (.*)\n([\s\S]*)$/.exec(guide) ?? [];

/** The page of the guide on chunk methods, as it was when this was built. */
export function Screen() {
  const { t } = useTranslation('knowledge');
  return (
    <Box maw="56rem" mx="auto">
      {getLanguage() !== 'en' && (
        <Alert color="gray" role="note" icon={<IconLanguage aria-hidden />} mb="lg" p="xs">
          {t('guide.english')}
        </Alert>
      )}
      <div lang="en">
        <PageHeader title={title} />
        <Markdown text={text} />
      </div>
    </Box>
  );
}
